package io.zabdb.coordination.format;

/**
 * What the balancer does with partitions beyond having them move, as operators want it. Immutable.
 *
 * @param isOn whether they are split and merged
 * @param mostBytes a partition is split beyond, at one replica, {@value #LEAST_BYTES} to {@value
 *     #MOST_BYTES}; neighbours with less than half of that together may be merged
 */
public record PartitionUpkeep(boolean isOn, long mostBytes) {

  /** 1 MiB: each partition costs its nodes memory. */
  public static final long LEAST_BYTES = 1L << 20;

  /** 1 TiB. */
  public static final long MOST_BYTES = 1L << 40;

  /** ElasCass's 2 GiB: of settings that say nothing of it. */
  public static final long USUAL_BYTES = 2L << 30;

  /**
   * @throws IllegalArgumentException for values outside their bounds
   */
  public PartitionUpkeep {
    if (mostBytes < LEAST_BYTES || mostBytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "a partition is split beyond %d bytes, allowed are %d to %d"
              .formatted(mostBytes, LEAST_BYTES, MOST_BYTES));
    }
  }
}
