package io.zabdb.bench.load;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** Writes down how operations ended. Thread-safe. */
public final class Recording implements Outcomes {

  private static final int DIGITS = 3;

  /** Longer than any operation is tried. */
  private static final long MAX_NANOS = TimeUnit.HOURS.toNanos(2);

  private final Recorder reads = new Recorder(MAX_NANOS, DIGITS);
  private final Recorder writes = new Recorder(MAX_NANOS, DIGITS);
  private final Map<String, LongAdder> errors = new ConcurrentHashMap<>();

  /**
   * What was written down.
   *
   * @param reads nanoseconds of those that succeeded
   * @param writes nanoseconds of those that succeeded
   * @param errors how many operations failed, by name
   */
  public record Taken(Histogram reads, Histogram writes, Map<String, Long> errors) {

    /** Reads and writes together. */
    public Histogram all() {
      Histogram all = reads.copy();
      all.add(writes);
      return all;
    }
  }

  /** An operation succeeded. */
  public void succeeded(boolean isWrite, long nanos) {
    (isWrite ? writes : reads).recordValue(Math.min(nanos, MAX_NANOS));
  }

  @Override
  public void succeeded(int client, long epoch, long start, long end) {
    succeeded(epoch != READ, end - start);
  }

  @Override
  public void failed(String error) {
    errors.computeIfAbsent(error, first -> new LongAdder()).increment();
  }

  /** What was written down since the last call. For one thread at a time. */
  public Taken take() {
    Map<String, Long> failures = new TreeMap<>();
    errors.forEach(
        (name, count) -> {
          long sum = count.sumThenReset();
          if (sum > 0) {
            failures.put(name, sum);
          }
        });
    return new Taken(reads.getIntervalHistogram(), writes.getIntervalHistogram(), failures);
  }
}
