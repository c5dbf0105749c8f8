package io.zabdb.node.process;

import io.zabdb.node.metrics.NodePauses;
import io.zabdb.node.metrics.PauseReport;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells from time to time what held up the node. For one thread. */
final class PauseReports {

  private static final Logger LOG = LoggerFactory.getLogger(PauseReports.class);

  /** One report covers what was noted for so long: a busy disk would fill logs otherwise. */
  static final long INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final NodePauses pauses;
  private final Consumer<PauseReport> hears;
  private final LongSupplier nanoTime;
  private long last;

  PauseReports(NodePauses pauses, Consumer<PauseReport> hears, LongSupplier nanoTime) {
    this.pauses = pauses;
    this.hears = hears;
    this.nanoTime = nanoTime;
    last = nanoTime.getAsLong();
  }

  /** To be called every second or so. */
  void look() {
    long now = nanoTime.getAsLong();
    if (now - last < INTERVAL_NANOS) {
      return;
    }
    last = now;
    pauses
        .take()
        .ifPresent(
            report -> {
              LOG.info("paused in the last minute: {}", report.text());
              hears.accept(report);
            });
  }
}
