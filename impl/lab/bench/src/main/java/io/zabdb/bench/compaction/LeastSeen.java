package io.zabdb.bench.compaction;

import io.zabdb.bench.tasks.StoreTask;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Waits until a run has seen what it is for: on a slow machine that takes longer, and a run that
 * ended before would say nothing. For one thread.
 */
final class LeastSeen {

  /** A run that has not seen it after so many times its length fails. */
  static final int MAX_STRETCH = 10;

  private static final long POLL_MILLIS = 250;
  private static final double MILLIS_PER_SECOND = 1e3;

  private final CompactionTarget target;
  private final CompactionSettings.Least least;
  private final long beginMicros;
  private final long transfersBefore;

  /**
   * @param beginMicros of the run, in microseconds since 1970
   * @param transfersBefore of leadership, made until then
   */
  LeastSeen(
      CompactionTarget target,
      CompactionSettings.Least least,
      long beginMicros,
      long transfersBefore) {
    this.target = target;
    this.least = least;
    this.beginMicros = beginMicros;
    this.transfersBefore = transfersBefore;
  }

  /**
   * Returns as soon as it was seen, in a run that has had its time.
   *
   * @param begin of the run, by {@link System#nanoTime}
   * @param measure the length that was asked for
   * @return the length that it has come to; what was asked for if nothing need be seen
   * @throws IOException says what was missing when the time was over
   */
  Duration await(long begin, Duration measure) throws IOException, InterruptedException {
    if (least.equals(CompactionSettings.Least.NONE)) {
      return measure;
    }
    long deadline = begin + MAX_STRETCH * measure.toNanos();
    while (true) {
      long compactions = compactions();
      long transfers = target.usage().transfers() - transfersBefore;
      if (compactions >= least.compactions() && transfers >= least.transfers()) {
        return Duration.ofNanos(System.nanoTime() - begin);
      }
      if (System.nanoTime() - deadline > 0) {
        throw new IOException(
            "after %.1f s there were %d compactions of at least %d, and %d transfers of at least %d"
                .formatted(
                    measure.toMillis() * MAX_STRETCH / MILLIS_PER_SECOND,
                    compactions,
                    least.compactions(),
                    transfers,
                    least.transfers()));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  private long compactions() throws IOException {
    long seen = 0;
    for (int node = 0; node < target.nodes(); node++) {
      seen += target.log(node).tasks().stream().filter(this::isSeen).count();
    }
    return seen;
  }

  private boolean isSeen(StoreTask task) {
    return task.isCompaction(RunAnalysis.MIN_BYTES) && task.startMicros() >= beginMicros;
  }
}
