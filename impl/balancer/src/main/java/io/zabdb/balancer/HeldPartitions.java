package io.zabdb.balancer;

import io.zabdb.rpc.wire.Partitions.Partition;

/** What a group says of a partition that it has, or is to get. */
public final class HeldPartitions {

  private HeldPartitions() {}

  /** Of one that comes another group speaks. */
  public static boolean isOwned(Partition held) {
    return !held.getPhase().equals("RECEIVING") && !held.getPhase().equals("READY");
  }

  /**
   * Whether a group serves what it got in an attempt, or in a later one. What it holds of an
   * attempt that was given up has the same number, until it hears of that.
   */
  public static boolean hasMoved(Partition held, long attempt) {
    return isOwned(held) && held.getMove() >= attempt;
  }
}
