package io.zabdb.balancer;

import io.zabdb.balance.BalanceRules;
import io.zabdb.balance.load.HitMeters;
import io.zabdb.balance.load.MoveLimits;
import io.zabdb.balance.move.MoveRules;
import io.zabdb.balance.plan.BootstrapRules;
import io.zabdb.balance.shard.ShardingRules;
import io.zabdb.rpc.wire.Partitions.Hits;
import java.util.List;

/**
 * What the load of a store is measured by.
 *
 * @param nodeHits weighted hits a second that a node can serve, more than 0
 * @param moves when it pays to move something
 * @param partitions what else is done with partitions
 * @param groups what is done with groups
 */
public record LoadRules(
    double nodeHits, MoveRules moves, PartitionRules partitions, GroupRules groups) {

  /** About what a node with two processors does, writing to a disk of its own. */
  public static final double USUAL_NODE_HITS = 20_000;

  /** What a follower has to do for an update, where its leader does 1. */
  private static final double FOLLOWER_SHARE = 0.25;

  /** Merges leave the store so many partitions for each of its groups: they are what can move. */
  private static final int LEAST_FOR_A_GROUP = 16;

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

  /** The planner's usual rules; groups stay as they are. */
  public static LoadRules usual(double nodeHits) {
    return new LoadRules(nodeHits, MoveRules.USUAL, PartitionRules.USUAL, GroupRules.NONE);
  }

  /** The same, but for partitions. */
  public LoadRules with(PartitionRules others) {
    return new LoadRules(nodeHits, moves, others, groups);
  }

  /** The same, but for groups. */
  public LoadRules with(GroupRules others) {
    return new LoadRules(nodeHits, moves, partitions, others);
  }

  /** Of a store with so many groups. */
  ShardingRules sharding(int groups) {
    return ShardingRules.usual(nodeHits, Math.max(1, groups * LEAST_FOR_A_GROUP))
        .splitBeyond(partitions.mostBytes());
  }

  BalanceRules balance() {
    return new BalanceRules(
        moves, MoveLimits.USUAL, groups.placement(), BootstrapRules.usual(nodeHits * HALF));
  }

  /**
   * What a follower has to do for a hit of such a store, where its leader does 1: of reads it has
   * nothing to do.
   */
  static double followerShare(List<Hits> all) {
    double hits = all.stream().mapToDouble(LoadRules::weighted).sum();
    return hits == 0
        ? FOLLOWER_SHARE
        : FOLLOWER_SHARE * all.stream().mapToDouble(Hits::getUpdates).sum() / hits;
  }

  static double weighted(Hits hits) {
    return hits.getUpdates() + HitMeters.READ_WEIGHT * hits.getReads();
  }
}
