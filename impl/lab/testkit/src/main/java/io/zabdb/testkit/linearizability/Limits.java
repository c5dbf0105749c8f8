package io.zabdb.testkit.linearizability;

import java.time.Duration;
import java.util.Optional;

/**
 * Where the checker gives up. Steps and configurations are counted per key, so that the same
 * history always has the same verdict; the time, if it is limited, is for the whole history.
 *
 * @param steps how many operations may be tried; comparisons of configurations count a little, too
 * @param configurations how many configurations may be remembered; each takes some 250 bytes, and 8
 *     more for every 64 operations of unknown outcome
 */
public record Limits(long steps, int configurations, Optional<Duration> time) {

  /** Some seconds and some hundred megabytes for each key; no limit on the time. */
  public static final Limits DEFAULT = new Limits(20_000_000, 2_000_000, Optional.empty());

  /**
   * @throws IllegalArgumentException if a limit is negative
   */
  public Limits {
    if (steps < 0 || configurations < 0 || time.filter(Duration::isNegative).isPresent()) {
      throw new IllegalArgumentException("a limit is negative");
    }
  }
}
