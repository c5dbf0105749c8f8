package io.zabdb.balancer;

import io.zabdb.rpc.wire.Partitions.Partition;
import java.util.Set;

/** What a group says of a partition that it has, or is to get. */
public final class HeldPartitions {

  private static final Set<String> OWNED = Set.of("SERVING", "COPYING", "SEALED");
  private static final Set<String> COPIES = Set.of("RECEIVING", "READY");

  private HeldPartitions() {}

  /** {@code MoveState!Readable}: the group serves it. */
  public static boolean isOwned(Partition held) {
    return OWNED.contains(held.getPhase());
  }

  /** {@code MoveState!Copies}: it comes, and another group speaks of it. */
  public static boolean isCopy(Partition held) {
    return COPIES.contains(held.getPhase());
  }

  /**
   * Whether a group serves what it got in an attempt, or in a later one. What it holds of an
   * attempt that was given up has the same number, until it hears of that.
   */
  public static boolean hasMoved(Partition held, long attempt) {
    return !isCopy(held) && held.getMove() >= attempt;
  }
}
