package io.zabdb.bench.load;

import org.HdrHistogram.Histogram;

/**
 * How long operations took, in microseconds.
 *
 * @param count of operations; if 0, all others are 0
 */
public record Latency(
    long count, double mean, double p50, double p95, double p99, double p999, double max) {

  private static final double NANOS_PER_MICRO = 1_000;

  /** Of a histogram of nanoseconds. */
  public static Latency of(Histogram nanos) {
    return new Latency(
        nanos.getTotalCount(),
        nanos.getMean() / NANOS_PER_MICRO,
        micros(nanos, 50),
        micros(nanos, 95),
        micros(nanos, 99),
        micros(nanos, 99.9),
        micros(nanos, 100));
  }

  private static double micros(Histogram nanos, double percentile) {
    return nanos.getTotalCount() == 0
        ? 0
        : nanos.getValueAtPercentile(percentile) / NANOS_PER_MICRO;
  }
}
