package io.zabdb.storage.tree;

import java.util.List;

/**
 * Turns a pressure into a level: 0 is cold, {@link #max} is hot. Immutable. Source: {@code
 * LeadershipTransfer}, whose {@code pressure} is such a level.
 */
public final class PressureLevels {

  /**
   * Where a level begins: at so many bytes pending, or so many files in level 0.
   *
   * @param pendingBytes at least 1
   * @param level0Files at least 1
   */
  public record Threshold(long pendingBytes, long level0Files) {

    private boolean isReachedBy(Pressure pressure) {
      return pressure.pendingBytes() >= pendingBytes || pressure.level0Files() >= level0Files;
    }
  }

  private final List<Threshold> thresholds;

  /**
   * @param thresholds of the levels 1, 2 and so on; both figures must rise
   */
  public PressureLevels(List<Threshold> thresholds) {
    Threshold last = new Threshold(0, 0);
    for (Threshold next : thresholds) {
      if (next.pendingBytes <= last.pendingBytes || next.level0Files <= last.level0Files) {
        throw new IllegalArgumentException(next + " does not exceed " + last);
      }
      last = next;
    }
    this.thresholds = List.copyOf(thresholds);
  }

  /** The highest level. */
  public int max() {
    return thresholds.size();
  }

  /** The level of a pressure. A store that slows down or stops writes is hot. */
  public int of(Pressure pressure) {
    if (pressure.stopped() || pressure.delayedWriteRate() > 0) {
      return max();
    }
    int level = max();
    while (level > 0 && !thresholds.get(level - 1).isReachedBy(pressure)) {
      level--;
    }
    return level;
  }
}
