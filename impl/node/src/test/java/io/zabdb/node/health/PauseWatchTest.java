package io.zabdb.node.health;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.node.metrics.NodeMetrics;
import io.zabdb.node.metrics.PauseReport;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A process that did not run is found to be late, and the collector's part of it is told apart. */
class PauseWatchTest {

  private long nanos = 1_000_000_000;
  private long collected = 77;
  private final NodeMetrics metrics = new NodeMetrics();
  private final PauseWatch watch = new PauseWatch(metrics.pauses(), () -> nanos, () -> collected);

  @AfterEach
  void close() {
    metrics.close();
  }

  /** So long after the last time it looks again. */
  private void lookAfter(long millis) {
    nanos += TimeUnit.MILLISECONDS.toNanos(millis);
    watch.look();
  }

  private void assertTold(String text) {
    assertEquals(Optional.ofNullable(text), metrics.pauses().take().map(PauseReport::text));
  }

  @Test
  void whoRunsInTimeHasNoPauses() {
    for (int i = 0; i < 100; i++) {
      lookAfter(5);
    }
    lookAfter(14);
    assertTold(null);
  }

  @Test
  void whoRunsLateWasNotRun() {
    lookAfter(5);
    lookAfter(45);
    lookAfter(5);
    assertTold("1 times not run (longest 40 ms)");
  }

  @Test
  void whatTheCollectorTookIsItsOwn() {
    collected += 38;
    lookAfter(45);
    assertTold("1 collections (longest 38 ms)");
    collected += 20;
    lookAfter(65);
    assertTold("1 collections (longest 20 ms), 1 times not run (longest 40 ms)");
  }

  /** Collections beside the process hold up nobody. */
  @Test
  void aCollectorThatStopsNobodyMakesNoPause() {
    collected += 1_000;
    lookAfter(5);
    assertTold(null);
    lookAfter(45);
    assertTold("1 times not run (longest 40 ms)");
  }
}
