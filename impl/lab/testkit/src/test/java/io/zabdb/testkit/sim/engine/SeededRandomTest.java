package io.zabdb.testkit.sim.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SeededRandomTest {

  @Test
  void aSeedAndAPurposeGiveTheSameNumbers() {
    SeededRandom one = new SeededRandom(7, "network");
    SeededRandom other = new SeededRandom(7, "network");
    for (int i = 0; i < 100; i++) {
      assertEquals(one.next(), other.next());
    }
  }

  @Test
  void purposesDifferAndSeedsDiffer() {
    assertNotEquals(new SeededRandom(7, "network").next(), new SeededRandom(7, "disk").next());
    assertNotEquals(new SeededRandom(7, "network").next(), new SeededRandom(8, "network").next());
  }

  @Test
  void numbersStayWithinTheirBounds() {
    SeededRandom random = new SeededRandom(1, "bounds");
    for (int i = 0; i < 10_000; i++) {
      int below = random.below(3);
      long between = random.between(5, 7);
      long spread = random.spread(10, 1000);
      assertTrue(below >= 0 && below < 3);
      assertTrue(between >= 5 && between <= 7);
      assertTrue(spread >= 10 && spread <= 1000);
      assertTrue(random.gap(100) >= 0);
    }
  }
}
