package io.zabdb.node.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.data.Bytes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HottestTokenTest {

  private final HottestToken hottest = new HottestToken();

  private void hit(int times, long token) {
    for (int nth = 0; nth < times; nth++) {
      hottest.hit(token, row(token), 1);
    }
  }

  private static Bytes row(long token) {
    return Bytes.of("row " + token);
  }

  /** Whatever else is asked for meanwhile, and wherever the interval begins. */
  @Test
  void itsRowIsKnown() {
    for (int interval = 0; interval < 3; interval++) {
      for (long other = 100; other < 110; other++) {
        hit(2, 5);
        hit(1, other);
      }
      hottest.close();
    }
    assertEquals(2.0 / 3, hottest.share(), 1e-9);
    assertEquals(row(5), hottest.row());
  }

  /** Of two intervals in a row, what was counted in the second is that of the first. */
  @Test
  void theRowIsThatOfTheTokenWhoseShareIsTold() {
    hit(9, 5);
    hottest.close();
    assertEquals(Bytes.EMPTY, hottest.row());
    hit(6, 5);
    hit(8, 6);
    hottest.close();
    assertEquals(6.0 / 14, hottest.share(), 1e-9);
    assertEquals(row(5), hottest.row());
    hottest.close();
    assertEquals(row(6), hottest.row());
  }

  @Test
  void scansAndLongRowsNameNobody() {
    Bytes longest = Bytes.of("r".repeat(HottestToken.MOST_ROW));
    Bytes tooLong = Bytes.of("r".repeat(HottestToken.MOST_ROW + 1));
    for (Bytes asked : List.of(Bytes.EMPTY, tooLong, longest)) {
      HottestToken found = new HottestToken();
      for (int interval = 0; interval < 2; interval++) {
        found.hit(5, asked, 1);
        found.close();
      }
      assertEquals(1, found.share());
      assertEquals(asked == longest ? longest : Bytes.EMPTY, found.row());
    }
    hottest.hit(5, Bytes.EMPTY, 1);
    hottest.hit(5, row(5), 1);
    hottest.close();
    hottest.close();
    assertEquals(row(5), hottest.row());
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
        hottest.hit(1, row(1), 0.3);
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
        tokens.forEach(token -> found.hit(token, row(token), 1));
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
        hit(1, random.nextInt(5));
      }
      hottest.close();
      assertTrue(hottest.share() < 0.5, () -> "" + hottest.share());
    }
  }
}
