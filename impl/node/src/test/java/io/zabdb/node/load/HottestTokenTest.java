package io.zabdb.node.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HottestTokenTest {

  private final HottestToken hottest = new HottestToken();

  private void hit(int times, long token) {
    for (int nth = 0; nth < times; nth++) {
      hottest.hit(token, 1);
    }
  }

  @Test
  void itIsFoundInAnIntervalAndCountedInTheNext() {
    hit(6, 5);
    hit(4, 9);
    hottest.close();
    assertEquals(0, hottest.share());
    hit(3, 5);
    hit(1, 8);
    hottest.close();
    assertEquals(0.75, hottest.share(), 1e-9);
    hottest.close();
    assertEquals(0, hottest.share());
  }

  @Test
  void whoHasMostCountsNotWhoIsAskedMostOften() {
    for (int interval = 0; interval < 2; interval++) {
      for (int nth = 0; nth < 60; nth++) {
        hottest.hit(1, 0.3);
      }
      hit(40, 2);
      hottest.close();
    }
    assertEquals(40.0 / 58, hottest.share(), 1e-9);
  }

  /** Whatever the order is. */
  @Test
  void aTokenWithMoreThanHalfIsAlwaysFound() {
    Random random = new Random(7);
    for (int nth = 0; nth < 200; nth++) {
      int others = random.nextInt(200);
      List<Long> tokens = new ArrayList<>(Collections.nCopies(others + 1, 77L));
      for (int each = 0; each < others; each++) {
        tokens.add(random.nextLong(1 + random.nextInt(20)));
      }
      HottestToken found = new HottestToken();
      for (int interval = 0; interval < 3; interval++) {
        Collections.shuffle(tokens, random);
        tokens.forEach(token -> found.hit(token, 1));
        found.close();
      }
      assertEquals((others + 1.0) / tokens.size(), found.share(), 1e-9);
    }
  }

  @Test
  void whereNoneHasMostNoneIsSaidToHaveIt() {
    Random random = new Random(8);
    for (int interval = 0; interval < 20; interval++) {
      for (int nth = 0; nth < 1_000; nth++) {
        hottest.hit(random.nextInt(5), 1);
      }
      hottest.close();
      assertTrue(hottest.share() < 0.5, () -> "" + hottest.share());
    }
  }
}
