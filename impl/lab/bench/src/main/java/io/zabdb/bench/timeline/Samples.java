package io.zabdb.bench.timeline;

import java.util.Arrays;

/**
 * When operations ended and how long they took, eight bytes each. For one thread at a time.
 *
 * @see #MAX
 */
public final class Samples {

  /** Half a GiB. */
  public static final int MAX = 1 << 26;

  private static final int LATENCY_BITS = 29;
  private static final long MAX_LATENCY = (1L << LATENCY_BITS) - 1;
  private static final int FIRST = 1 << 16;

  private long[] packed = new long[FIRST];
  private int size;

  /** Takes each operation. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * Takes one.
     *
     * @param endMicros since the begin of the run
     * @param latencyMicros how long it took
     */
    void visit(long endMicros, long latencyMicros);
  }

  /**
   * Adds one; beyond {@link #MAX} it is dropped.
   *
   * @param endMicros since the begin of the run, at least 0
   * @param latencyMicros beyond 9 minutes it counts as that
   * @return whether there was room
   */
  public boolean add(long endMicros, long latencyMicros) {
    if (size == MAX) {
      return false;
    }
    if (size == packed.length) {
      packed = Arrays.copyOf(packed, 2 * size);
    }
    packed[size++] = endMicros << LATENCY_BITS | Math.min(latencyMicros, MAX_LATENCY);
    return true;
  }

  public int size() {
    return size;
  }

  /** Goes through all, by their ends. */
  public void visit(Visitor visitor) {
    Arrays.sort(packed, 0, size);
    for (int i = 0; i < size; i++) {
      visitor.visit(packed[i] >>> LATENCY_BITS, packed[i] & MAX_LATENCY);
    }
  }
}
