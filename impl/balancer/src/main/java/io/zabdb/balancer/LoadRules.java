package io.zabdb.balancer;

import io.zabdb.balance.BalanceRules;
import io.zabdb.balance.group.PlacementRules;
import io.zabdb.balance.load.MoveLimits;
import io.zabdb.balance.move.MoveRules;
import io.zabdb.balance.plan.BootstrapRules;
import io.zabdb.rpc.wire.Partitions.Hits;

/**
 * What the load of a store is measured by.
 *
 * @param nodeHits weighted hits a second that a node can serve, more than 0
 * @param moves when it pays to move something
 */
public record LoadRules(double nodeHits, MoveRules moves) {

  /** About what a node with two processors does, writing to a disk of its own. */
  public static final double USUAL_NODE_HITS = 20_000;

  /** What a read is, where an update is 1: it is not written, nor replicated. */
  static final double READ_WEIGHT = 0.3;

  /** What a follower has to do for a hit, where its leader does 1. */
  static final double FOLLOWER_SHARE = 0.25;

  private static final double HALF = 0.5;

  /**
   * @throws IllegalArgumentException if a node could do nothing
   */
  public LoadRules {
    if (!(nodeHits > 0) || nodeHits == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "a node that serves " + nodeHits + " hits a second, more than 0 is allowed");
    }
  }

  /** The planner's usual rules. */
  public static LoadRules usual(double nodeHits) {
    return new LoadRules(nodeHits, MoveRules.USUAL);
  }

  BalanceRules balance() {
    return new BalanceRules(
        moves,
        MoveLimits.USUAL,
        PlacementRules.USUAL,
        BootstrapRules.usual(nodeHits * HALF),
        FOLLOWER_SHARE);
  }

  static double weighted(Hits hits) {
    return hits.getUpdates() + READ_WEIGHT * hits.getReads();
  }
}
