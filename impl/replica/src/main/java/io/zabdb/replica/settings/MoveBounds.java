package io.zabdb.replica.settings;

import java.time.Duration;

/**
 * When a leader gives a move up. What it is given up for, the partition stays where it is, and
 * whoever wanted the move may ask again.
 *
 * @param updates that the partition takes while it is copied, at most: they are kept until the end
 * @param bytes of these updates, at most
 * @param sealed how long the partition takes no updates, at most
 * @param standstill how long nothing comes further, at most; files may take four seconds more for
 *     each MiB
 */
public record MoveBounds(long updates, long bytes, Duration sealed, Duration standstill) {

  public static final MoveBounds DEFAULT =
      new MoveBounds(1_000_000, 1L << 30, Duration.ofSeconds(2), Duration.ofSeconds(60));

  public MoveBounds {
    if (updates < 1 || bytes < 1) {
      throw new IllegalArgumentException(
          "a move may take " + updates + " updates of " + bytes + " bytes, allowed is 1 or more");
    }
    if (sealed.toNanos() < 1 || standstill.toNanos() < 1) {
      throw new IllegalArgumentException(
          "a move may be sealed for " + sealed + " and stand still for " + standstill);
    }
  }
}
