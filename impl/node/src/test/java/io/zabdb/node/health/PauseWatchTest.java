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

  /** It looks again, so much later than it should. */
  private void lookLate(long millis) {
    nanos += PauseWatch.STEP_NANOS + TimeUnit.MILLISECONDS.toNanos(millis);
    watch.look();
  }

  private void assertTold(String text) {
    assertEquals(Optional.ofNullable(text), metrics.pauses().take().map(PauseReport::text));
  }

  @Test
  void whoRunsInTimeHasNoPauses() {
    for (int i = 0; i < 100; i++) {
      lookLate(0);
    }
    lookLate(9);
    assertTold(null);
  }

  @Test
  void whoRunsLateWasNotRun() {
    lookLate(0);
    lookLate(40);
    lookLate(0);
    assertTold("1 time not run (40 ms)");
  }

  @Test
  void whatTheCollectorTookIsItsOwn() {
    collected += 38;
    lookLate(40);
    assertTold("1 collection (38 ms)");
    collected += 20;
    lookLate(60);
    assertTold("1 collection (20 ms), 1 time not run (40 ms)");
  }

  /** Collections beside the process hold up nobody. */
  @Test
  void aCollectorThatStopsNobodyMakesNoPause() {
    collected += 1_000;
    lookLate(0);
    assertTold(null);
    lookLate(40);
    assertTold("1 time not run (40 ms)");
  }
}
