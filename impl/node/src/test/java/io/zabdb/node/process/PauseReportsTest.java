package io.zabdb.node.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.node.metrics.NodeMetrics;
import io.zabdb.node.metrics.PauseCause;
import io.zabdb.node.metrics.PauseReport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pauses are told once a minute, if there were any. */
class PauseReportsTest {

  private long nanos;
  private final NodeMetrics metrics = new NodeMetrics();
  private final List<String> told = new ArrayList<>();
  private final PauseReports reports = new PauseReports(metrics.pauses(), this::hear, () -> nanos);

  @AfterEach
  void close() {
    metrics.close();
  }

  private void hear(PauseReport report) {
    told.add(report.text());
  }

  private void pass(int seconds) {
    for (int i = 0; i < seconds; i++) {
      nanos += TimeUnit.SECONDS.toNanos(1);
      reports.look();
    }
  }

  private void pause(long millis) {
    metrics.pauses().note(PauseCause.COLLECTION, TimeUnit.MILLISECONDS.toNanos(millis));
  }

  @Test
  void oneReportIsForAMinute() {
    pause(20);
    pass(30);
    pause(40);
    pass(29);
    assertEquals(List.of(), told);
    pass(1);
    assertEquals(List.of("2 collections (longest 40 ms)"), told);
    pause(15);
    pass(60);
    assertEquals(2, told.size());
    assertEquals("1 collection (15 ms)", told.get(1));
  }

  @Test
  void aMinuteWithoutAPauseIsNoNews() {
    pass(600);
    assertEquals(List.of(), told);
  }
}
