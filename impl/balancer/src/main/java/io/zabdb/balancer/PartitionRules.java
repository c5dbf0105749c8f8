package io.zabdb.balancer;

/**
 * What a plan does with partitions beyond having them move.
 *
 * @param isOn whether those that are too large or too hot are split, and small cold neighbours
 *     merged
 * @param mostBytes too large, at one replica; half of it, for two neighbours together, is small
 */
public record PartitionRules(boolean isOn, long mostBytes) {

  /** ElasCass's 2 GiB. */
  public static final PartitionRules USUAL = new PartitionRules(true, 2L << 30);

  /** They stay as they are. */
  public static final PartitionRules NONE = new PartitionRules(false, USUAL.mostBytes());
}
