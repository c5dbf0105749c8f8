package io.zabdb.core.time;

/**
 * How far another member's clock is ahead of this process's monotonic one, in milliseconds. News of
 * it is late, never early, so the highest offset of late is nearest to the truth: that of the
 * present period and the one before. Not thread-safe.
 */
final class Offset {

  /** Nothing was heard of late. */
  static final long NONE = Long.MIN_VALUE;

  private static final long PERIOD_MILLIS = ReplicatedTime.MEMORY_MILLIS / 2;

  private long period = -2;
  private long before = NONE;
  private long latest = NONE;

  /**
   * News.
   *
   * @param offset of the clock when it was sent, less what this side's monotonic clock shows now
   * @param monotonic what that shows
   */
  void heard(long offset, long monotonic) {
    long now = Math.floorDiv(monotonic, PERIOD_MILLIS);
    if (now != period) {
      before = now == period + 1 ? latest : NONE;
      latest = NONE;
      period = now;
    }
    latest = Math.max(latest, offset);
  }

  /** What it is; {@link #NONE} if nothing was heard of late. */
  long at(long monotonic) {
    long now = Math.floorDiv(monotonic, PERIOD_MILLIS);
    if (now == period) {
      return Math.max(before, latest);
    }
    return now == period + 1 ? latest : NONE;
  }
}
