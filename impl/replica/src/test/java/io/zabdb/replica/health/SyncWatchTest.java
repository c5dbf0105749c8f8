package io.zabdb.replica.health;

import static org.junit.jupiter.api.Assertions.assertEquals;

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

  @Test
  void whatIsLongAgoIsForgotten() {
    syncs(10, 100);
    assertEquals(LEVEL, health.level(GROUP));
    now += SyncWatch.WINDOW_NANOS;
    syncs(11, 1);
    assertEquals(0, health.level(GROUP));
  }
}
