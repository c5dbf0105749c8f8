package io.zabdb.peer;

import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * How soon a member may be connected again: a few times at once, as changes of leader need it, and
 * then once in a while, at irregular times. So a connection that breaks again and again costs
 * neither side much, and members that lost one together do not come back together. Not thread-safe.
 */
final class Redial {

  /** So many connections in a row do not wait. */
  static final int AT_ONCE = 8;

  private final long intervalNanos;
  private final LongSupplier nanos;
  private final DoubleSupplier chance;
  private int left = AT_ONCE;

  /** When there is one more; of interest while some are missing. */
  private long next;

  /**
   * @param intervalNanos between connections at most, once they have to wait; half of it at least
   * @param nanos a clock that never goes back, in nanoseconds
   * @param chance numbers from 0 to 1, 1 excluded
   */
  Redial(long intervalNanos, LongSupplier nanos, DoubleSupplier chance) {
    this.intervalNanos = intervalNanos;
    this.nanos = nanos;
    this.chance = chance;
  }

  /** How long to wait before the next connection, in nanoseconds; 0: not at all. */
  long waitNanos() {
    refill();
    return left > 0 ? 0 : next - nanos.getAsLong();
  }

  /** A connection is being opened now. */
  void begin() {
    refill();
    if (left == AT_ONCE) {
      next = nanos.getAsLong() + interval();
    }
    left = Math.max(0, left - 1);
  }

  private void refill() {
    long now = nanos.getAsLong();
    while (left < AT_ONCE && now - next >= 0) {
      left++;
      next += interval();
    }
  }

  private long interval() {
    return (long) (intervalNanos * (1 + chance.getAsDouble()) / 2);
  }
}
