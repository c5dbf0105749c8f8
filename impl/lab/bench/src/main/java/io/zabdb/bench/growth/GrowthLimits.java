package io.zabdb.bench.growth;

import java.time.Duration;

/**
 * How long {@link GrowthBench} waits at most.
 *
 * @param answer for a node that starts
 * @param split for all splits to a greatest size
 * @param serve for a node to have something, beyond what is unknown of it
 * @param settle for nothing to move any more, beyond the same
 */
record GrowthLimits(Duration answer, Duration split, Duration serve, Duration settle) {

  /** Long enough for a machine that is busy. */
  static final GrowthLimits USUAL =
      new GrowthLimits(
          Duration.ofMinutes(2),
          Duration.ofMinutes(15),
          Duration.ofMinutes(5),
          Duration.ofMinutes(15));
}
