package io.zabdb.node.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What holds up a node is counted by its causes, and told once. */
class NodePausesTest {

  private final NodeMetrics metrics = new NodeMetrics();
  private final NodePauses pauses = metrics.pauses();

  @AfterEach
  void close() {
    metrics.close();
  }

  private static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  @Test
  void eachCauseIsCountedAndToldOnce() {
    pauses.note(PauseCause.SCHEDULER, millis(30));
    pauses.note(PauseCause.COLLECTION, millis(12));
    pauses.note(PauseCause.COLLECTION, millis(48));
    pauses.note(PauseCause.COLLECTION, millis(20));
    assertEquals(
        Optional.of(
            new PauseReport(millis(48), "3 collections (longest 48 ms), 1 time not run (30 ms)")),
        pauses.take());
    assertEquals(Optional.empty(), pauses.take());
    pauses.note(PauseCause.SCHEDULER, millis(10));
    assertEquals(Optional.of(new PauseReport(millis(10), "1 time not run (10 ms)")), pauses.take());
  }

  @Test
  void whatIsShortIsNone() {
    pauses.note(PauseCause.COLLECTION, NodePauses.LIMIT_NANOS - 1);
    pauses.note(PauseCause.SCHEDULER, -millis(50));
    assertEquals(Optional.empty(), pauses.take());
  }

  @Test
  void slowSyncsOfAnyGroupAreAmongThem() {
    metrics.group(1).synced(millis(25), 1);
    metrics.group(2).synced(millis(35), 1);
    metrics.group(2).synced(millis(1), 1);
    assertEquals(
        Optional.of(new PauseReport(millis(35), "2 syncs (longest 35 ms)")), pauses.take());
    assertTrue(
        metrics.scrape().contains("zabdb_pauses_seconds_count{cause=\"sync\"} 2"), metrics::scrape);
  }
}
