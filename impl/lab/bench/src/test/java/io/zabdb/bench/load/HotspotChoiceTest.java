package io.zabdb.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HotspotChoiceTest {

  private static final int DRAWS = 100_000;
  private final SplittableRandom random = new SplittableRandom(1);

  @Test
  void fourFifthsGoToTheFirstFifth() {
    HotspotChoice choice = new HotspotChoice(100);
    int[] counts = new int[100];
    for (int i = 0; i < DRAWS; i++) {
      counts[(int) choice.next(random)]++;
    }
    assertEquals(0.8 * DRAWS, IntStream.range(0, 20).map(row -> counts[row]).sum(), DRAWS / 100.0);
    for (int row = 0; row < 100; row++) {
      double share = row < 20 ? 0.8 / 20 : 0.2 / 80;
      assertEquals(share * DRAWS, counts[row], share * DRAWS / 4, "row " + row);
    }
  }

  @Test
  void limits() {
    assertThrows(IllegalArgumentException.class, () -> new HotspotChoice(4));
    HotspotChoice least = new HotspotChoice(5);
    for (int i = 0; i < 1_000; i++) {
      long row = least.next(random);
      assertTrue(row >= 0 && row < 5, Long.toString(row));
    }
  }
}
