package io.zabdb.node.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.time.ReplicatedTime;
import io.zabdb.replica.health.Ailment;
import io.zabdb.replica.health.NodeHealth;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** In virtual time: the true one, and what each clock makes of it. */
class GroupClockTest {

  private static final long START = 1_700_000_000_000L;
  private static final long DAYS_30 = TimeUnit.DAYS.toMillis(30);
  private static final long SKEW = 500;

  private long now = START;
  private long wrong;
  private final NodeHealth health = new NodeHealth();
  private final NodeClocks clocks =
      new NodeClocks(
          Duration.ofMillis(SKEW),
          health,
          () -> now + wrong,
          () -> TimeUnit.MILLISECONDS.toNanos(now - START - 12_345));
  private final GroupClock clock = clocks.add(3, 3, 0);

  private void hearAll() {
    clock.heard(1, now);
    clock.heard(2, now);
  }

  @Test
  void aGroupOfOneHasItsOwnTime() {
    GroupClock alone = clocks.add(4, 1, 0);
    assertEquals(now, alone.stamp(0));
    wrong = DAYS_30;
    assertEquals(now + DAYS_30, clocks.stamp(4, 0));
  }

  @Test
  void timeStandsStillUntilAQuorumIsKnown() {
    assertEquals(77, clock.stamp(77));
    assertEquals(OptionalLong.empty(), clock.skew());
    wrong = DAYS_30;
    assertEquals(77, clock.stamp(77));
    assertFalse(clock.isUnfit());
    clock.heard(2, now);
    assertEquals(now + SKEW, clock.stamp(77));
  }

  @Test
  void theClocksOfThoseThatVoteNowCount() {
    hearAll();
    clocks.votersChanged(3, Configuration.of(0b110001));
    assertEquals(OptionalLong.empty(), clock.skew(), "4 and 5 have not told theirs");
    clock.heard(4, now + DAYS_30);
    clock.heard(5, now + DAYS_30);
    assertEquals(OptionalLong.of(-DAYS_30), clock.skew());
  }

  @Test
  void aLeaderThatIsAheadIsHeldBackAndUnfit() {
    hearAll();
    assertEquals(now, clock.stamp(0));
    wrong = DAYS_30;
    assertEquals(now + SKEW, clock.stamp(0));
    assertEquals(OptionalLong.of(DAYS_30), clock.skew());
    clocks.look();
    assertTrue(health.isUnfit(3));
    assertEquals(
        "the clock is 2592000.0 s ahead of those of a quorum of group 3, allowed are 500 ms"
            + " (max-clock-skew)",
        health.complaints().get(0).reason());
    wrong = 0;
    clocks.look();
    assertEquals(0, health.worst(Ailment.CLOCK));
  }

  @Test
  void aLeaderThatIsBehindIsTakenAlongAndUnfit() {
    hearAll();
    wrong = -DAYS_30;
    assertEquals(now - SKEW, clock.stamp(0));
    clocks.look();
    assertTrue(health.isUnfit(3));
  }

  @Test
  void aFollowerWithABadClockDoesNotMatter() {
    for (long shown : new long[] {1, now - DAYS_30, now + DAYS_30, Long.MAX_VALUE, -5}) {
      clock.heard(1, now);
      clock.heard(2, shown);
      assertEquals(now, clock.stamp(0), "shown " + shown);
      assertFalse(clock.isUnfit());
      now += 20_000;
    }
  }

  @Test
  void clocksGoOnBetweenNews() {
    hearAll();
    now += 4_000;
    wrong = DAYS_30;
    assertEquals(now + SKEW, clock.stamp(0));
  }

  @Test
  void newsThatWaitedInAPauseMakesNobodyUnfit() {
    hearAll();
    long sent = now;
    now += 3_000;
    clock.heard(1, sent);
    clock.heard(2, sent);
    assertEquals(OptionalLong.of(0), clock.skew());
  }

  @Test
  void aClockThatIsSilentForLongIsNotKnown() {
    hearAll();
    now += ReplicatedTime.MEMORY_MILLIS;
    assertEquals(77, clock.stamp(77));
    clock.heard(1, now);
    assertEquals(now, clock.stamp(77));
  }

  @Test
  void aClockThatWasSetBackIsBelievedAfterAWhile() {
    clock.heard(1, now + DAYS_30);
    clock.heard(2, now + DAYS_30);
    clocks.look();
    assertTrue(health.isUnfit(3), "a quorum says so");
    for (long until = now + ReplicatedTime.MEMORY_MILLIS; now < until; now += 500) {
      hearAll();
    }
    clocks.look();
    assertFalse(health.isUnfit(3));
    assertEquals(now, clock.stamp(0));
  }

  /** {@code ReplicatedTime!TimeIsBounded}, with up to two bad clocks of five, for many seeds. */
  @Test
  void aMinorityOfBadClocksNeverMovesTimeBeyondTheBound() {
    for (long seed = 1; seed <= 300; seed++) {
      Random random = new Random(seed);
      GroupClock leader = clocks.add(9, 5, 0);
      boolean selfIsBad = random.nextBoolean();
      int badOthers = selfIsBad ? 1 : 2;
      long applied = 0;
      for (int step = 0; step < 200; step++) {
        now += random.nextInt(1_500);
        wrong = selfIsBad ? wild(random) : 0;
        int member = 1 + random.nextInt(4);
        long late = random.nextInt(4) == 0 ? random.nextInt(2_000) : 0;
        leader.heard(member, member <= badOthers ? now + wild(random) : now - late);
        long stamp = leader.stamp(applied);
        assertTrue(stamp <= now + SKEW, "seed " + seed + ", step " + step + ": " + (stamp - now));
        applied = Math.max(applied, stamp);
      }
      assertTrue(applied > 0, "seed " + seed + ": time stood still");
    }
  }

  private static long wild(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> DAYS_30;
      case 1 -> -DAYS_30;
      case 2 -> random.nextInt(4_000) - 2_000;
      default -> random.nextLong(-(1L << 45), 1L << 45);
    };
  }
}
