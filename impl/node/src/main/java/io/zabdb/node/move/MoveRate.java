package io.zabdb.node.move;

import java.util.concurrent.TimeUnit;

/**
 * Lets so many bytes a second pass. Not thread-safe.
 *
 * <p>Who comes late may catch up on a tenth of a second, so that timers that are a little late cost
 * nothing.
 */
final class MoveRate {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long LATE = SECOND / 10;

  /** When the next bytes may pass. */
  private long due;

  /**
   * @param now of the clock that the others are told
   */
  MoveRate(long now) {
    due = now;
  }

  /**
   * Takes so many bytes, or says how long to wait.
   *
   * @param bytes at most 2^30
   * @param bytesPerSecond at least 1
   * @param now in nanoseconds
   * @return nanoseconds to wait, with nothing taken; 0: they are taken
   */
  long take(int bytes, long bytesPerSecond, long now) {
    if (due - now > 0) {
      return due - now;
    }
    reserve(bytes, bytesPerSecond, now);
    return 0;
  }

  /**
   * Takes so many bytes, which may pass after a while.
   *
   * @return nanoseconds from now
   */
  long reserve(int bytes, long bytesPerSecond, long now) {
    long wait = Math.max(0, due - now);
    due = Math.max(due - now, -LATE) + now + bytes * SECOND / bytesPerSecond;
    return wait;
  }

  /** How long who reserves now has to wait, in nanoseconds. */
  long ahead(long now) {
    return Math.max(0, due - now);
  }
}
