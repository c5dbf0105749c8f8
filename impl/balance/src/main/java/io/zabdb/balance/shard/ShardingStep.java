package io.zabdb.balance.shard;

/**
 * A split, a merge, or a key that is too hot.
 *
 * @param partition what is split; the first of two that are merged; where the key is
 * @param other the second of two that are merged; {@link #NONE}
 */
public record ShardingStep(ShardingKind kind, int partition, int other) {

  /** No other. */
  public static final int NONE = -1;

  /** What is to be done. */
  public enum ShardingKind {
    SPLIT_BY_SIZE,
    SPLIT_BY_LOAD,
    MERGE,
    /** Nothing: one token has most of the hits, and no split would help. It is to be told. */
    HOT_KEY
  }
}
