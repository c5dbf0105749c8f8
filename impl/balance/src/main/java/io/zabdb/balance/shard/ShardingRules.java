package io.zabdb.balance.shard;

/**
 * When a partition is split or merged.
 *
 * @param mostBytes it is split beyond (ElasCass, Equation 1)
 * @param leastBytes two neighbours with less together may be merged (Equation 2), at most half of
 *     {@code mostBytes}, so that neither leads to the other
 * @param hotHits it is split if it has had more hits a second for {@link #HOT_TICKS} ticks: half of
 *     what a node can do
 * @param coldHits one with fewer hits a second is cold
 * @param coldMillis so long it must have been, to be merged
 * @param leastPartitions no fewer are left
 */
public record ShardingRules(
    long mostBytes,
    long leastBytes,
    double hotHits,
    double coldHits,
    long coldMillis,
    int leastPartitions) {

  /** A tick, in milliseconds. */
  public static final long TICK_MILLIS = 10_000;

  /** So many ticks in a row a partition must have been hot. */
  public static final int HOT_TICKS = 3;

  /** ElasCass's 2 GiB. */
  public static final long USUAL_BYTES = 2L << 30;

  private static final long HOUR = 3_600_000;

  /**
   * @throws IllegalArgumentException if a figure makes no sense
   */
  public ShardingRules {
    if (leastBytes < 0
        || mostBytes < 2
        || mostBytes / 2 < leastBytes
        || !(hotHits > 0)
        || !(coldHits >= 0)
        || coldHits >= hotHits
        || coldMillis < 0
        || leastPartitions < 1) {
      throw new IllegalArgumentException(
          ("split beyond %d bytes, merge below %d (at most half of it); hot beyond %s hits, cold"
                  + " below %s; cold for %d ms; at least %d partitions")
              .formatted(mostBytes, leastBytes, hotHits, coldHits, coldMillis, leastPartitions));
    }
  }

  /** Whether these are too many hits a second for a partition. */
  public boolean isHot(double hits) {
    return hits > hotHits;
  }

  /** Whether they are so few that it may be merged. */
  public boolean isCold(double hits) {
    return hits < coldHits;
  }

  /** The same with other sizes: what is merged is smaller than half of what is split. */
  public ShardingRules splitBeyond(long bytes) {
    return new ShardingRules(bytes, bytes / 2, hotHits, coldHits, coldMillis, leastPartitions);
  }

  /**
   * ElasCass's 2 GiB and 1 GiB, and an hour.
   *
   * @param nodeHits what a node can do
   */
  public static ShardingRules usual(double nodeHits, int leastPartitions) {
    return new ShardingRules(
        USUAL_BYTES, USUAL_BYTES / 2, nodeHits / 2, nodeHits / 1_000, HOUR, leastPartitions);
  }
}
