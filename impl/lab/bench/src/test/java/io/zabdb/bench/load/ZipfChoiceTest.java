package io.zabdb.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ZipfChoiceTest {

  private static final int DRAWS = 200_000;
  private final SplittableRandom random = new SplittableRandom(1);

  @Test
  void ranksInProportionToTheirPlace() {
    ZipfChoice choice = new ZipfChoice(1_000);
    int[] counts = new int[1_000];
    for (int i = 0; i < DRAWS; i++) {
      counts[(int) choice.rank(random.nextDouble())]++;
    }
    double sum = 0;
    for (int rank = 1; rank <= 1_000; rank++) {
      sum += 1 / Math.pow(rank, 0.99);
    }
    assertEquals(DRAWS / sum, counts[0], DRAWS / sum / 20);
    assertEquals(counts[0] / Math.pow(2, 0.99), counts[1], counts[0] / 20.0);
    // What is behind the first two is approximated.
    assertEquals(counts[0] / Math.pow(10, 0.99), counts[9], counts[9] / 3.0);
    assertTrue(counts[500] > 0);
  }

  @Test
  void rowsAreWithinBounds() {
    for (long rows : new long[] {1, 2, 3, 1_000_000}) {
      ZipfChoice choice = new ZipfChoice(rows);
      for (int i = 0; i < 1_000; i++) {
        long row = choice.next(random);
        assertTrue(row >= 0 && row < rows, rows + ": " + row);
      }
      assertTrue(choice.rank(Math.nextDown(1.0)) < rows);
      assertEquals(0, choice.rank(0));
    }
  }

  @Test
  void limits() {
    assertThrows(IllegalArgumentException.class, () -> new ZipfChoice(0));
    assertThrows(IllegalArgumentException.class, () -> new ZipfChoice(100_000_001));
  }
}
