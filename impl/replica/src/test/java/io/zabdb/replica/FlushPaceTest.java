package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FlushPaceTest {

  private static final long MIB = 1 << 20;

  private final FlushPace pace = new FlushPace(2, seconds(100));

  private static long seconds(long seconds) {
    return TimeUnit.SECONDS.toNanos(seconds);
  }

  @Test
  void flushesAreTwiceAsFastAsUpdates() {
    assertEquals(60 * MIB, pace.measured(30 * MIB, seconds(101)));
    assertEquals(60 * MIB, pace.measured(60 * MIB, seconds(102)));
  }

  @Test
  void withoutAFactorThereIsNoLimit() {
    assertEquals(0, new FlushPace(0, seconds(100)).measured(30 * MIB, seconds(101)));
  }

  @Test
  void theyNeverStop() {
    assertEquals(FlushPace.MIN, pace.measured(0, seconds(101)));
    assertEquals(FlushPace.MIN, pace.measured(MIB, seconds(102)));
  }

  @Test
  void aPauseOfUpdatesSlowsThemDownBitByBit() {
    long busy = pace.measured(100 * MIB, seconds(101));
    long quiet = pace.measured(100 * MIB, seconds(102));
    assertTrue(quiet < busy && quiet > busy / 2, busy + " then " + quiet);
  }

  @Test
  void moreUpdatesSpeedThemUpAtOnce() {
    pace.measured(10 * MIB, seconds(101));
    assertEquals(100 * MIB, pace.measured(60 * MIB, seconds(102)));
  }

  @Test
  void twoLooksAtOneMomentAreOne() {
    long rate = pace.measured(30 * MIB, seconds(101));
    assertEquals(rate, pace.measured(31 * MIB, seconds(101)));
  }
}
