package io.zabdb.balance.load;

/**
 * How many moves may be under way.
 *
 * @param in those that a node receives, at least 1
 * @param out those that a node sends, at least 1
 * @param total those in the whole store beyond which none begins in the background, at least 1
 */
public record MoveLimits(int in, int out, int total) {

  /** One in and one out at each node. */
  public static final MoveLimits USUAL = new MoveLimits(1, 1, Integer.MAX_VALUE);

  /**
   * @throws IllegalArgumentException if nothing could ever move
   */
  public MoveLimits {
    if (in < 1 || out < 1 || total < 1) {
      throw new IllegalArgumentException(
          "limits in=" + in + " out=" + out + " total=" + total + ", each must be at least 1");
    }
  }
}
