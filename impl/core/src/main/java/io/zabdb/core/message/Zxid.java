package io.zabdb.core.message;

/**
 * The identity of a log entry: the epoch in which it was proposed and its place in that epoch, from
 * 1. {@link #ZERO} stands before the first entry. Source: {@code ZabState!ZxidLeq}.
 */
public record Zxid(long epoch, long counter) implements Comparable<Zxid> {

  public static final Zxid ZERO = new Zxid(0, 0);

  @Override
  public int compareTo(Zxid other) {
    int byEpoch = Long.compare(epoch, other.epoch);
    return byEpoch != 0 ? byEpoch : Long.compare(counter, other.counter);
  }

  @Override
  public String toString() {
    return epoch + "." + counter;
  }
}
