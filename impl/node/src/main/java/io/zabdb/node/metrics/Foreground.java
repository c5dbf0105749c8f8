package io.zabdb.node.metrics;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * How long that takes for which clients wait: requests, and syncs of logs, which those wait for who
 * are clients of another node. Thread-safe; recording does not block.
 */
public final class Foreground {

  /** Of fewer nothing is said. */
  static final int LEAST_SAMPLES = 100;

  private static final double SLOWEST = 99;

  /** What takes longer counts as that, in microseconds. */
  private static final long HIGHEST = TimeUnit.SECONDS.toMicros(60);

  private static final int DIGITS = 2;

  /** What is recorded of one thing, and what was until it was asked for last. */
  private static final class Samples {

    private final Recorder recorder = new Recorder(HIGHEST, DIGITS);
    private Histogram last = recorder.getIntervalHistogram();

    void record(long nanos) {
      recorder.recordValue(Math.min(HIGHEST, Math.max(0, TimeUnit.NANOSECONDS.toMicros(nanos))));
    }

    long tail() {
      last = recorder.getIntervalHistogram(last);
      return last.getTotalCount() < LEAST_SAMPLES
          ? 0
          : TimeUnit.MICROSECONDS.toNanos(last.getValueAtPercentile(SLOWEST));
    }
  }

  private final Samples requests = new Samples();
  private final Samples syncs = new Samples();

  /**
   * A read or an update of a client has been answered.
   *
   * @param nanos since it came
   */
  void answered(long nanos) {
    requests.record(nanos);
  }

  /** A log has been synced. */
  void synced(long nanos) {
    syncs.record(nanos);
  }

  /** What was recorded since the last call. */
  public synchronized Tails lately() {
    return new Tails(requests.tail(), syncs.tail());
  }
}
