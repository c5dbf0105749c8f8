package io.zabdb.client.call;

import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * How long to wait before the next attempt: at first 5 ms, growing to 100 ms, less up to a half.
 */
final class Backoff {

  private static final long FIRST = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long MAX = TimeUnit.MILLISECONDS.toNanos(100);

  /** Slow, so that the news of an election that takes 100 ms is not missed for long. */
  private static final double GROWTH = 1.25;

  private final RandomGenerator random;
  private double next = FIRST;

  Backoff(RandomGenerator random) {
    this.random = random;
  }

  /** In nanoseconds. */
  long next() {
    double delay = next;
    next = Math.min(MAX, next * GROWTH);
    return (long) (delay * (1 - random.nextDouble() / 2));
  }
}
