package io.zabdb.shard;

import java.util.UUID;

/**
 * Which group: a number of 128 bits, drawn when the group is born and never used for another. Of
 * {@code specs/shard/MoveState}: an element of {@code Group}.
 */
public record Birth(long high, long low) implements Comparable<Birth> {

  /** {@code NoGroup}. */
  public static final Birth NOBODY = new Birth(0, 0);

  /**
   * That of a group of a cluster.
   *
   * @param number the group's, from 0
   * @param drawn differs from that of any group that had this number before
   */
  public static Birth of(UUID cluster, int number, long drawn) {
    return new Birth(base(cluster) + number, drawn);
  }

  /**
   * Which number the group has, if it is one of this cluster ({@link #of}); of any other group this
   * may be any number, so whoever asks has to know which groups there are.
   */
  public long numberIn(UUID cluster) {
    return high - base(cluster);
  }

  private static long base(UUID cluster) {
    return cluster.getMostSignificantBits() ^ cluster.getLeastSignificantBits();
  }

  @Override
  public int compareTo(Birth other) {
    int byHigh = Long.compareUnsigned(high, other.high);
    return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
  }

  @Override
  public String toString() {
    return String.format("%016x%016x", high, low);
  }
}
