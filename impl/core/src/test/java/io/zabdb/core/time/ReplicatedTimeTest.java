package io.zabdb.core.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.group.Configuration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Virtual time: the true one, and what each clock makes of it. */
class ReplicatedTimeTest {

  private static final long START = 1_700_000_000_000L;
  private static final long DAY = 86_400_000;
  private static final long SKEW = 500;

  private final ReplicatedTime time = new ReplicatedTime(3, 0, SKEW);
  private long now = START;

  private long monotonic() {
    return now - START;
  }

  private void heard(int member, long clock) {
    time.heard(member, clock, monotonic());
  }

  private long stamp(long applied, long ahead) {
    return time.stamp(applied, now + ahead, monotonic());
  }

  @Test
  void timeStandsStillUntilAQuorumIsKnown() {
    assertEquals(ReplicatedTime.UNKNOWN, time.reached(now, monotonic()));
    assertEquals(77, stamp(77, DAY));
    assertEquals(0, stamp(0, 0));
    assertFalse(time.isUnfit(now + DAY, monotonic()));
    heard(2, now);
    assertEquals(now, time.reached(now, monotonic()));
    assertEquals(now, stamp(77, 0));
  }

  @Test
  void theOwnClockCountsWithinTheBoundOnly() {
    heard(1, now);
    heard(2, now);
    assertEquals(SKEW, time.maxSkew());
    for (long ahead : new long[] {-SKEW, -1, 0, 1, SKEW}) {
      assertEquals(now + ahead, stamp(0, ahead));
      assertFalse(time.isUnfit(now + ahead, monotonic()), "ahead by " + ahead);
    }
    assertEquals(now + SKEW, stamp(0, SKEW + 1));
    assertEquals(now - SKEW, stamp(0, -SKEW - 1));
    assertTrue(time.isUnfit(now + SKEW + 1, monotonic()));
    assertTrue(time.isUnfit(now - SKEW - 1, monotonic()));
  }

  @Test
  void aTimeIsReachedWhenAQuorumHasReachedIt() {
    heard(1, now + 40);
    heard(2, now + 90);
    assertEquals(now + 40, time.reached(now, monotonic()));
    assertEquals(now + 60, time.reached(now + 60, monotonic()));
    assertEquals(now + 90, time.reached(now + DAY, monotonic()));
  }

  @Test
  void ofNewsTheHighestOfLateCounts() {
    heard(1, now);
    now += 3_000;
    heard(1, now - 2_900);
    assertEquals(now, time.reached(now + DAY, monotonic()));
    now += ReplicatedTime.MEMORY_MILLIS / 2;
    heard(1, now - 700);
    assertEquals(now, time.reached(now + DAY, monotonic()));
    now += ReplicatedTime.MEMORY_MILLIS / 2;
    assertEquals(now - 700, time.reached(now + DAY, monotonic()));
    now += ReplicatedTime.MEMORY_MILLIS;
    assertEquals(ReplicatedTime.UNKNOWN, time.reached(now, monotonic()));
    heard(1, now - 900);
    assertEquals(now - 900, time.reached(now, monotonic()));
  }

  @Test
  void whatNoClockCanShowIsCutToWhatOneCan() {
    assertEquals(1, ReplicatedTime.shown(Long.MIN_VALUE));
    assertEquals(1, ReplicatedTime.shown(0));
    assertEquals(1L << 50, ReplicatedTime.shown(Long.MAX_VALUE));
    heard(1, Long.MAX_VALUE);
    heard(2, -5);
    assertEquals(now, time.reached(now, monotonic()));
  }

  @Test
  void timeBeginsWhereAQuorumOfClocksAgree() {
    heard(1, now);
    assertEquals(0, stamp(0, -DAY), "one of them is a day behind, and nobody knows which is wrong");
    assertEquals(0, stamp(0, SKEW + 1));
    assertEquals(now - DAY, stamp(77, -DAY), "once there is a time it goes on");
    assertEquals(now + SKEW, stamp(0, SKEW));
    assertEquals(now - SKEW, stamp(0, -SKEW));
    heard(2, now);
    assertEquals(now - SKEW, stamp(0, -DAY));
    assertEquals(now + SKEW, stamp(0, DAY));
  }

  @Test
  void theClocksOfThoseThatVoteCount() {
    heard(1, now);
    heard(2, now);
    heard(4, now + DAY);
    heard(5, now + DAY);
    assertEquals(now, time.reached(now, monotonic()), "members 4 and 5 do not vote");
    time.votersChanged(new Configuration(0b111, 0b110001));
    assertEquals(now, time.reached(now, monotonic()), "the old ones must have reached it, too");
    assertEquals(now, time.reached(now + 2 * DAY, monotonic()), "a quorum of both");
    assertEquals(0, stamp(0, 0), "no quorum of old and new clocks is close together");
    time.votersChanged(Configuration.of(0b110001));
    assertEquals(now + DAY, time.reached(now, monotonic()));
    assertTrue(time.isUnfit(now, monotonic()));
    time.votersChanged(Configuration.of(0b110));
    assertEquals(
        now, time.reached(now + DAY, monotonic()), "its own does not, if it does not vote");
    assertEquals(now + SKEW, stamp(0, DAY));
    time.votersChanged(Configuration.of(0b1001));
    assertEquals(ReplicatedTime.UNKNOWN, time.reached(now, monotonic()), "3 was not heard");
  }

  @Test
  void timeNeverGoesBack() {
    assertEquals(7, ReplicatedTime.advanced(3, 7));
    assertEquals(7, ReplicatedTime.advanced(7, 3));
  }

  /** {@code TimeIsBounded} and {@code ReachedByAGoodClock}, for groups of one to seven. */
  @Test
  void aMinorityOfBadClocksMovesNothingBeyondTheBound() {
    for (long seed = 1; seed <= 500; seed++) {
      Random random = new Random(seed);
      int members = 1 + random.nextInt(7);
      int bad = random.nextInt((members + 1) / 2);
      int self = random.nextInt(members);
      ReplicatedTime of = new ReplicatedTime(members, self, SKEW);
      for (int step = 0; step < 100; step++) {
        now += random.nextInt(1_500);
        int member = random.nextInt(members);
        long late = random.nextInt(4) == 0 ? random.nextInt(2_000) : 0;
        of.heard(member, member < bad ? random.nextLong() : now - late, monotonic());
        long own = self < bad ? random.nextLong() : now;
        String where = "seed " + seed + ", step " + step;
        assertTrue(of.reached(own, monotonic()) <= now, where);
        assertTrue(of.stamp(0, own, monotonic()) <= now + SKEW, where);
        assertTrue(of.stamp(1, own, monotonic()) <= now + SKEW, where);
      }
    }
  }
}
