package io.zabdb.balance.load;

/**
 * What is known of all partitions, each named by its place. Immutable; columns, since there may be
 * a hundred thousand rows of it in each round.
 */
public final class PartitionLoads {

  /** More than any store has. */
  public static final int MOST = 10_000_000;

  private final int[] owners;
  private final long[] bytes;
  private final double[] hits;
  private final boolean[] sharding;
  private final long[] restsUntil;

  /**
   * Columns of one length; they are copied.
   *
   * @param owners the group that owns each
   * @param bytes its size at one replica
   * @param hits moving average of weighted hits a second (ElasCass, Equation 3)
   * @param sharding whether it is being split or merged
   * @param restsUntil until when, in milliseconds, it should not be moved again; 0: no limit
   * @throws IllegalArgumentException if the columns do not fit together, or say what cannot be
   */
  public PartitionLoads(
      int[] owners, long[] bytes, double[] hits, boolean[] sharding, long[] restsUntil) {
    int n = owners.length;
    if (n > MOST) {
      throw new IllegalArgumentException(n + " partitions, at most " + MOST + " are allowed");
    }
    if (bytes.length != n || hits.length != n || sharding.length != n || restsUntil.length != n) {
      throw new IllegalArgumentException("columns of different lengths");
    }
    this.owners = owners.clone();
    this.bytes = bytes.clone();
    this.hits = hits.clone();
    this.sharding = sharding.clone();
    this.restsUntil = restsUntil.clone();
    for (int p = 0; p < n; p++) {
      if (!(this.hits[p] >= 0) || this.hits[p] == Double.POSITIVE_INFINITY || this.bytes[p] < 0) {
        throw new IllegalArgumentException(
            "partition " + p + " has " + hits[p] + " hits and " + bytes[p] + " bytes");
      }
    }
  }

  /** How many partitions there are. */
  public int count() {
    return owners.length;
  }

  /** The group that serves a partition. */
  public int owner(int partition) {
    return owners[partition];
  }

  /** Its size at one replica. */
  public long bytes(int partition) {
    return bytes[partition];
  }

  /** Weighted hits a second. */
  public double hits(int partition) {
    return hits[partition];
  }

  /** Whether it is being split or merged (rule 1). */
  public boolean isSharding(int partition) {
    return sharding[partition];
  }

  /** Whether it was moved so recently that it should stay. */
  public boolean rests(int partition, long nowMillis) {
    return restsUntil[partition] > nowMillis;
  }
}
