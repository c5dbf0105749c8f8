package io.zabdb.replica.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SyncWatchTest {

  private static final int GROUP = 3;
  private static final int LEVEL = 6;

  private final NodeHealth health = new NodeHealth();
  private long now = 1;
  private final SyncWatch watch = new SyncWatch(health, GROUP, LEVEL, () -> now);

  private void syncs(int count, long millis) {
    for (int i = 0; i < count; i++) {
      now += TimeUnit.MILLISECONDS.toNanos(millis);
      watch.synced(TimeUnit.MILLISECONDS.toNanos(millis));
    }
  }

  @Test
  void aTenthOfThemMayBeSlow() {
    syncs(180, 1);
    syncs(20, 60);
    assertEquals(0, health.level(GROUP));
    syncs(1, 60);
    assertEquals(LEVEL, health.level(GROUP));
    assertEquals(
        "21 of the last 201 syncs of the log took longer than 50 ms",
        health.complaints().get(0).reason());
    syncs(150, 1);
    assertEquals(LEVEL, health.level(GROUP));
    syncs(200, 1);
    assertEquals(0, health.level(GROUP));
  }

  @Test
  void aFewSayLittle() {
    syncs(SyncWatch.MIN_SYNCS - 1, 500);
    assertEquals(0, health.level(GROUP));
    syncs(1, 500);
    assertEquals(LEVEL, health.level(GROUP));
  }

  /** Somebody looks all the time. */
  private void pass(long nanos) {
    long step = TimeUnit.MILLISECONDS.toNanos(250);
    for (long left = nanos; left > 0; left -= step) {
      now += Math.min(step, left);
      watch.look();
    }
  }

  /** What is under way has no length yet, and would be too late when it has. */
  @Test
  void oneThatIsUnderWayForLongMakesUnfit() {
    watch.begins();
    pass(SyncWatch.STUCK_NANOS);
    assertFalse(health.isUnfit(GROUP));
    pass(1);
    assertTrue(health.isUnfit(GROUP));
    assertTrue(watch.isStuck());
    assertEquals(
        List.of("the replica of group 3: a sync of the log takes longer than 2000 ms"),
        health.reasons());
    watch.synced(SyncWatch.STUCK_NANOS + 1);
    assertTrue(health.isUnfit(GROUP));
    pass(SyncWatch.WINDOW_NANOS);
    assertTrue(health.isUnfit(GROUP));
    pass(1);
    assertEquals(List.of(), health.complaints());
  }

  @Test
  void anEpochIsWrittenAsWell() {
    watch.begins();
    pass(SyncWatch.STUCK_NANOS + 1);
    assertTrue(health.isUnfit(GROUP));
    watch.ended();
    watch.look();
    assertFalse(health.isUnfit(GROUP));
  }

  /** A process that was stopped, or a machine that was, says nothing of its disk. */
  @Test
  void timeInWhichTheProcessDidNotRunDoesNotCount() {
    watch.begins();
    pass(SyncWatch.STUCK_NANOS - SyncWatch.MOST_BETWEEN_LOOKS);
    now += TimeUnit.MINUTES.toNanos(1);
    watch.look();
    assertFalse(health.isUnfit(GROUP));
    watch.synced(TimeUnit.MINUTES.toNanos(1));
    assertEquals(List.of(), health.complaints());
  }

  @Test
  void whatIsLongAgoIsForgotten() {
    syncs(10, 100);
    assertEquals(LEVEL, health.level(GROUP));
    now += SyncWatch.WINDOW_NANOS;
    syncs(1, 1);
    assertEquals(0, health.level(GROUP));
  }
}
