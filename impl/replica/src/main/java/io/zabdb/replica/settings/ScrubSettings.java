package io.zabdb.replica.settings;

import java.time.Duration;

/**
 * How a replica reads all its files again and again, to find damage.
 *
 * @param rate in bytes a second; 0: it does not
 * @param interval between the beginnings of two passes, at least
 */
public record ScrubSettings(long rate, Duration interval) {

  /** No scrub. */
  public static final ScrubSettings OFF = new ScrubSettings(0, Duration.ZERO);

  public ScrubSettings {
    if (rate < 0) {
      throw new IllegalArgumentException("rate is " + rate + ", allowed is 0 or more");
    }
  }
}
