package io.zabdb.replica;

/**
 * How fast memtables are written out while no heavy compaction runs: not much faster than updates
 * come in. As fast as the disk can, each flush would hold up the syncs of the log, at all replicas
 * at the same time, since their memtables fill up alike.
 *
 * <p>Of the event loop. Source: ACaZoo, section V, whose dips in throughput are also those of
 * flushes; docs/decisions/0013.
 */
final class FlushPace {

  /** Slower is never of use, in bytes a second: that much any disk takes without notice. */
  static final long MIN = 8 << 20;

  /** Of the newest measurement in the average. */
  private static final double WEIGHT = 0.3;

  private static final double NANOS = 1e9;

  private final int factor;
  private long lastBytes;
  private long lastTime;
  private double average;

  /**
   * @param factor how many times as fast as updates; 0: no limit
   * @param now of {@link System#nanoTime}
   */
  FlushPace(int factor, long now) {
    this.factor = factor;
    lastTime = now;
  }

  /**
   * Takes a measurement.
   *
   * @param bytes that have come in since the beginning
   * @param now of {@link System#nanoTime}, after the last one
   * @return bytes a second that flushes may write from now on, at least {@link #MIN}; 0: no limit
   */
  long measured(long bytes, long now) {
    if (now > lastTime) {
      double rate = (bytes - lastBytes) * NANOS / (now - lastTime);
      average = Math.max(rate, average + WEIGHT * (rate - average));
      lastBytes = bytes;
      lastTime = now;
    }
    return factor == 0 ? 0 : Math.max(MIN, (long) (factor * average));
  }
}
