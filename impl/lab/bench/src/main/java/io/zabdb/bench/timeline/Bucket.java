package io.zabdb.bench.timeline;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * What ended in a short time. Latencies are in milliseconds; NaN where nothing ended.
 *
 * @param second its begin, since the begin of the run
 * @param perSecond operations that succeeded
 */
public record Bucket(
    double second, long operations, double perSecond, double p50, double p99, double max) {

  private static final int DIGITS = 3;
  private static final double MICROS_PER_MILLI = 1e3;
  private static final double MICROS_PER_SECOND = 1e6;

  /**
   * All buckets of a run, without gaps.
   *
   * @param length of a bucket, in microseconds
   * @param end of the run; a bucket that would be cut off by it is left out, and what is in it
   */
  public static List<Bucket> of(Samples samples, long length, long end) {
    List<Bucket> buckets = new ArrayList<>();
    Histogram micros = new Histogram(TimeUnit.HOURS.toMicros(1), DIGITS);
    samples.visit(
        (at, latency) -> {
          while (at >= (buckets.size() + 1) * length && (buckets.size() + 1) * length <= end) {
            buckets.add(bucket(buckets.size(), length, micros));
            micros.reset();
          }
          micros.recordValue(latency);
        });
    while ((buckets.size() + 1) * length <= end) {
      buckets.add(bucket(buckets.size(), length, micros));
      micros.reset();
    }
    return buckets;
  }

  private static Bucket bucket(int number, long length, Histogram micros) {
    long count = micros.getTotalCount();
    return new Bucket(
        number * length / MICROS_PER_SECOND,
        count,
        count * MICROS_PER_SECOND / length,
        millis(micros, 50),
        millis(micros, 99),
        millis(micros, 100));
  }

  private static double millis(Histogram micros, double percentile) {
    return micros.getTotalCount() == 0
        ? Double.NaN
        : micros.getValueAtPercentile(percentile) / MICROS_PER_MILLI;
  }
}
