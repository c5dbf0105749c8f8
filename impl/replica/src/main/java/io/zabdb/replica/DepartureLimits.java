package io.zabdb.replica;

import io.zabdb.environment.Clock;
import io.zabdb.replica.settings.MoveBounds;
import java.util.concurrent.TimeUnit;

/** How long a partition may take to leave, and how many updates meanwhile. By the loop. */
final class DepartureLimits {

  /**
   * Files may take a second more for each so many bytes: a quarter of the least rate that a node
   * allows, since clients may have it rest, and one node may have to give files to several.
   */
  private static final long SLOWEST = 256 << 10;

  private final MoveBounds limits;
  private final Clock clock;
  private long progressAt;
  private long sealedAt;

  DepartureLimits(MoveBounds limits, Clock clock) {
    this.limits = limits;
    this.clock = clock;
    progressAt = clock.nanos();
    sealedAt = progressAt;
  }

  /** It has come further. */
  void goesOn() {
    progressAt = clock.nanos();
  }

  /** From now on it takes no updates. */
  void seals() {
    sealedAt = clock.nanos();
  }

  /** When it was sealed, on the clock. */
  long sealedAt() {
    return sealedAt;
  }

  /** How long it may stay sealed, in milliseconds; 0 or less: it was for too long. */
  long sealedMillis() {
    return TimeUnit.NANOSECONDS.toMillis(sealedAt + limits.sealed().toNanos() - clock.nanos());
  }

  boolean isSealedForTooLong() {
    return clock.nanos() - sealedAt > limits.sealed().toNanos();
  }

  /**
   * Whether it has taken more than may be kept for the other group.
   *
   * @param updates how many since it began
   * @param bytes of these
   */
  boolean isTooMuch(long updates, long bytes) {
    return updates > limits.updates() || bytes > limits.bytes();
  }

  /**
   * Whether it has come no further for too long.
   *
   * @param baseBytes of files that are on their way
   */
  boolean standsStill(long baseBytes) {
    return clock.nanos() - progressAt
        > limits.standstill().toNanos() + TimeUnit.SECONDS.toNanos(baseBytes / SLOWEST);
  }
}
