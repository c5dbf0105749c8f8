package io.zabdb.storage.tree;

/**
 * Turns a pressure into a level: 0 is cold, {@link #max} is hot. Source: {@code
 * LeadershipTransfer}, whose {@code pressure} is such a level.
 *
 * <p>From the threshold on, a compaction is heavy and due. Bytes alone take the level no further,
 * however many a compaction will read: only files that pile up in level 0 make it urgent.
 *
 * @param max the highest level, at least 1; there no more updates are admitted
 * @param threshold 1 to {@code max}
 * @param heavyBytes that compactions which are due read at the threshold, at least 1
 * @param heavyFiles in level 0 at the threshold, at least 1; other levels in proportion
 */
public record PressureLevels(int max, int threshold, long heavyBytes, long heavyFiles) {

  private static final double PERCENT = 100;

  public PressureLevels {
    require(max >= 1, "max", max, "1 or more");
    require(threshold >= 1 && threshold <= max, "threshold", threshold, "1 to " + max);
    require(heavyBytes >= 1, "heavyBytes", heavyBytes, "1 or more");
    require(heavyFiles >= 1, "heavyFiles", heavyFiles, "1 or more");
  }

  private static void require(boolean valid, String name, long value, String range) {
    if (!valid) {
      throw new IllegalArgumentException(name + " is " + value + ", allowed is " + range);
    }
  }

  /** The level of a pressure. A store that slows down or stops writes is hot. */
  public int of(TreePressure pressure) {
    if (pressure.stopped() || pressure.delayedWriteRate() > 0) {
      return max;
    }
    double files = (double) pressure.level0Files() * threshold / heavyFiles;
    double due = threshold * share(pressure.dueBytes());
    double next = threshold * share(pressure.nextBytes()) * pressure.nextPercent() / PERCENT;
    // What is not due yet cannot be permitted: RocksDB would not begin it.
    double level = Math.max(due, Math.min(next, threshold - 1));
    return (int) Math.min(max, Math.max(files, level));
  }

  /**
   * Whether a flush may make a heavy compaction due before the next sample tells of it. A flush
   * adds to what it reads: half of what is heavy counts.
   */
  public boolean isHeavyNear(TreePressure pressure) {
    return pressure.nearBytes() >= (heavyBytes + 1) / 2;
  }

  /** Of what is heavy, at most 1. */
  private double share(long bytes) {
    return bytes >= heavyBytes ? 1 : (double) bytes / heavyBytes;
  }
}
