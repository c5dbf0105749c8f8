package io.zabdb.node.move;

import java.util.concurrent.TimeUnit;

/**
 * How fast files of partitions come: so many bytes a second. Not thread-safe.
 *
 * <p>Who comes late may catch up on a tenth of a second, so that timers that are a little late cost
 * nothing.
 */
final class MoveRate {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long LATE = SECOND / 10;

  private final long bytesPerSecond;

  /** When the next bytes may be asked for. */
  private long due;

  /**
   * @param bytesPerSecond at least 1
   * @param now of the clock that {@link #take} is told
   */
  MoveRate(long bytesPerSecond, long now) {
    this.bytesPerSecond = bytesPerSecond;
    due = now;
  }

  /**
   * Takes so many bytes, or says how long to wait.
   *
   * @param bytes at most 2^30
   * @param now in nanoseconds
   * @return nanoseconds to wait, with nothing taken; 0: they are taken
   */
  long take(int bytes, long now) {
    if (due - now > 0) {
      return due - now;
    }
    due = Math.max(due - now, -LATE) + now + bytes * SECOND / bytesPerSecond;
    return 0;
  }
}
