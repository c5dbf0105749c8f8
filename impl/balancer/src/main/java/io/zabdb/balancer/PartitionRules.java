package io.zabdb.balancer;

import io.zabdb.balance.shard.ShardingRules;

/**
 * What a plan does with partitions beyond having them move.
 *
 * @param isOn whether those that are too large or too hot are split, and small cold neighbours
 *     merged
 * @param mostBytes too large, at one replica; half of it, for two neighbours together, is small
 */
public record PartitionRules(boolean isOn, long mostBytes) {

  /** With the planner's usual size. */
  public static final PartitionRules USUAL = new PartitionRules(true, ShardingRules.USUAL_BYTES);

  /** They stay as they are. */
  public static final PartitionRules NONE = new PartitionRules(false, USUAL.mostBytes());
}
