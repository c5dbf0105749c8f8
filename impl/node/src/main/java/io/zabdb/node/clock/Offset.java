package io.zabdb.node.clock;

import java.util.OptionalLong;

/**
 * How far another member's clock is ahead of this process's monotonic one, in milliseconds. News of
 * it is late, never early, so the highest offset of late is nearest to the truth: that of the
 * present period and the one before. Not thread-safe.
 */
final class Offset {

  /** So long a clock that was set back, or is silent, is taken for what it was; at most twice. */
  static final long PERIOD_MILLIS = 5_000;

  private static final long NONE = Long.MIN_VALUE;

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

  /** Empty: nothing was heard of late. */
  OptionalLong at(long monotonic) {
    long now = Math.floorDiv(monotonic, PERIOD_MILLIS);
    long highest = NONE;
    if (now == period) {
      highest = Math.max(before, latest);
    } else if (now == period + 1) {
      highest = latest;
    }
    return highest == NONE ? OptionalLong.empty() : OptionalLong.of(highest);
  }
}
