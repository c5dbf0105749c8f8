package io.zabdb.node.move;

/**
 * What is usual of a tail while no files go or come: a moving average of what was seen, and of how
 * far it strayed from that. Not thread-safe.
 */
final class NormalTail {

  /** What was seen last counts for so much. */
  private static final double WEIGHT = 0.3;

  /** So many times the average is too much. */
  static final double TOO_MUCH = 1.2;

  /** And so many deviations above it: what strays without any reason is not the files' fault. */
  static final double DEVIATIONS = 2;

  /**
   * A rise by less is none, in nanoseconds: nobody feels it, and syncs of a good disk take less.
   */
  static final double SLIGHT = 500_000;

  private double mean;
  private double deviation;

  /** A tail without files; 0 says nothing. */
  void learn(long nanos) {
    if (nanos > 0 && mean == 0) {
      mean = nanos;
    } else if (nanos > 0) {
      deviation += WEIGHT * (Math.abs(nanos - mean) - deviation);
      mean += WEIGHT * (nanos - mean);
    }
  }

  /** The same, of now: what was seen before does not count any more. */
  void learnAnew(long nanos) {
    if (nanos > 0) {
      mean = nanos;
    }
  }

  /** Whether a tail with files is worse than without; not, as long as nothing is known. */
  boolean isWorse(long nanos) {
    double limit =
        Math.max(Math.max(mean * TOO_MUCH, mean + DEVIATIONS * deviation), mean + SLIGHT);
    return mean > 0 && nanos > limit;
  }
}
