package io.zabdb.coordination.format;

/**
 * Whether and how the nodes balance the store, as operators want it. Immutable.
 *
 * @param isOn whether the node that has the seat plans and carries out
 * @param nodeHits what a node can serve: weighted hits a second, more than 0
 * @param everySeconds how long to wait between two rounds, 1 to {@value #MOST_SECONDS}
 * @param partitions whether and when partitions are split and merged, too
 * @param groups what is done with groups
 */
public record BalanceSettings(
    boolean isOn,
    double nodeHits,
    int everySeconds,
    PartitionUpkeep partitions,
    GroupUpkeep groups) {

  /** The longest wait between two rounds. */
  public static final int MOST_SECONDS = 86_400;

  /**
   * @throws IllegalArgumentException for values outside their bounds
   */
  public BalanceSettings {
    if (!(nodeHits > 0) || nodeHits == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "a node that serves " + nodeHits + " hits a second, more than 0 is allowed");
    }
    if (everySeconds < 1 || everySeconds > MOST_SECONDS) {
      throw new IllegalArgumentException(
          everySeconds + " seconds between two rounds, allowed are 1 to " + MOST_SECONDS);
    }
  }
}
