package io.zabdb.net.frame;

import java.util.concurrent.TimeUnit;

/**
 * Whether something that has begun moves on. Time is cut into windows of the length that is asked
 * about; within each, so many bytes must move, or it must end. For one event loop.
 */
public final class PaceMeter {

  private static final long NOT_BEGUN = -1;

  private long windowBegan = NOT_BEGUN;
  private long moved;

  /** It has begun; nothing if it had before. */
  public void began(long nanos) {
    if (windowBegan == NOT_BEGUN) {
      windowBegan = nanos;
      moved = 0;
    }
  }

  /** So many bytes have moved. */
  public void moved(long bytes) {
    moved += bytes;
  }

  /** There is nothing to be moved. */
  public void ended() {
    windowBegan = NOT_BEGUN;
  }

  /**
   * Whether it moves too slowly; to be asked several times in each window.
   *
   * @param windowNanos the length of a window
   * @param least how many bytes must move in a window
   */
  public boolean isTooSlow(long nanos, long windowNanos, long least) {
    if (windowBegan == NOT_BEGUN || nanos - windowBegan < windowNanos) {
      return false;
    }
    if (moved < least) {
      return true;
    }
    windowBegan = nanos;
    moved = 0;
    return false;
  }

  /** For people: how long the present window lasts already. */
  public long millis(long nanos) {
    return windowBegan == NOT_BEGUN ? 0 : TimeUnit.NANOSECONDS.toMillis(nanos - windowBegan);
  }
}
