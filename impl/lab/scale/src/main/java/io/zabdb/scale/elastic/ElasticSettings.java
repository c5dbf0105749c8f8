package io.zabdb.scale.elastic;

/**
 * What is simulated.
 *
 * @param mostNodes the store grows to so many: more than {@code replicas}, at most {@link #MOST}
 * @param replicas of each partition, 2 to {@link #MOST_REPLICAS}; with so many nodes it begins
 * @param bytes of all partitions, each counted once: at least {@code mostBytes}
 * @param mostBytes a partition is split beyond
 * @param seed draws keys
 */
public record ElasticSettings(int mostNodes, int replicas, long bytes, long mostBytes, long seed) {

  public static final int MOST = 100;
  public static final int MOST_REPLICAS = 7;

  private static final long GIB = 1L << 30;
  private static final int MOST_PARTITIONS = 10_000;

  /**
   * @throws IllegalArgumentException if a figure makes no sense
   */
  public ElasticSettings {
    if (replicas < 2 || replicas > MOST_REPLICAS) {
      throw new IllegalArgumentException(
          replicas + " replicas, 2 to " + MOST_REPLICAS + " can be simulated");
    }
    if (mostNodes <= replicas || mostNodes > MOST) {
      throw new IllegalArgumentException(
          "%d nodes, %d to %d can be simulated with %d replicas"
              .formatted(mostNodes, replicas + 1, MOST, replicas));
    }
    if (mostBytes < 2 || bytes < mostBytes || bytes / mostBytes > MOST_PARTITIONS) {
      throw new IllegalArgumentException(
          "%d bytes in partitions of at most %d: 1 to %d of those must fit"
              .formatted(bytes, mostBytes, MOST_PARTITIONS));
    }
  }

  /** ElasCass's: 100 GiB, two replicas, partitions of at most 2 GiB, 2 to 10 nodes. */
  public static ElasticSettings usual() {
    return new ElasticSettings(10, 2, 100 * GIB, 2 * GIB, 1);
  }

  /** The same with partitions of another size. */
  public ElasticSettings withMostBytes(long most) {
    return new ElasticSettings(mostNodes, replicas, bytes, most, seed);
  }
}
