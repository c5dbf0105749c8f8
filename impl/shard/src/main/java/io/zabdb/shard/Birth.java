package io.zabdb.shard;

/**
 * Which group: a number of 128 bits, drawn when the group is born and never used for another. Of
 * {@code specs/shard/MoveState}: an element of {@code Group}.
 */
public record Birth(long high, long low) implements Comparable<Birth> {

  /** {@code NoGroup}. */
  public static final Birth NOBODY = new Birth(0, 0);

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
