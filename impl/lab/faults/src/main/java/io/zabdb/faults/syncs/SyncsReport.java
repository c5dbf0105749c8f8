package io.zabdb.faults.syncs;

import io.zabdb.bench.report.Table;
import java.util.List;
import java.util.Locale;

/** The results as a table; throughput also as a share of that of the first one. */
final class SyncsReport {

  private static final double MICROS_PER_MILLI = 1_000;

  private SyncsReport() {}

  static String of(List<SyncsResult> results) {
    Table table =
        new Table(
            "added to each sync",
            "updates/s",
            "of the first",
            "p50 ms",
            "p99 ms",
            "max ms",
            "syncs",
            "new epochs",
            "errors");
    for (SyncsResult result : results) {
      table.add(
          result.delayMillis() + " ms",
          round(result.updates(), 0),
          round(result.updates() / results.get(0).updates(), 2),
          round(result.latency().p50() / MICROS_PER_MILLI, 1),
          round(result.latency().p99() / MICROS_PER_MILLI, 1),
          round(result.latency().max() / MICROS_PER_MILLI, 1),
          Long.toString(result.syncs()),
          Long.toString(result.epochs()),
          Long.toString(result.failed()));
    }
    return table.toString();
  }

  private static String round(double figure, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "f", figure);
  }
}
