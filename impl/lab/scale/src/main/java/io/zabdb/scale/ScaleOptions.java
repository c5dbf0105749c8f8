package io.zabdb.scale;

/**
 * What is simulated.
 *
 * @param nodes how many there are, in {@link ScaleScenario#GROW} at the end: 12 to {@link
 *     #MOST_NODES}
 * @param partitions at least 10 for each node, at most {@link #MOST_PARTITIONS}
 * @param seed draws sizes, loads and places
 */
public record ScaleOptions(int nodes, int partitions, ScaleScenario scenario, long seed) {

  public static final int MOST_NODES = 3_000;
  public static final int MOST_PARTITIONS = 1_000_000;

  private static final int LEAST_NODES = 12;
  private static final int LEAST_EACH = 10;

  /**
   * @throws IllegalArgumentException if there are too few or too many
   */
  public ScaleOptions {
    if (nodes < LEAST_NODES || nodes > MOST_NODES) {
      throw new IllegalArgumentException(
          nodes + " nodes, " + LEAST_NODES + " to " + MOST_NODES + " can be simulated");
    }
    if (partitions < nodes * LEAST_EACH || partitions > MOST_PARTITIONS) {
      throw new IllegalArgumentException(
          "%d partitions on %d nodes, at least %d for each and at most %d can be simulated"
              .formatted(partitions, nodes, LEAST_EACH, MOST_PARTITIONS));
    }
  }
}
