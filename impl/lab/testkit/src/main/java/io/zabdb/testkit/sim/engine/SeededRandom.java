package io.zabdb.testkit.sim.engine;

/**
 * A stream of random numbers for one purpose, given by the seed of a run: what other purposes draw
 * does not shift it. SplitMix64 (Steele, Lea, Flood, OOPSLA 2014), written out so that a seed means
 * the same on every JDK. Not thread-safe.
 */
public final class SeededRandom {

  private long state;

  public SeededRandom(long seed, String purpose) {
    state = mix(seed ^ mix(purpose.hashCode()));
  }

  /** A number that depends on every bit of another. */
  public static long mix(long value) {
    long z = value + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  /** Any number. */
  public long next() {
    state += 0x9e3779b97f4a7c15L;
    return mix(state);
  }

  /** From 0 to {@code bound - 1}; the bound is positive. */
  public long below(long bound) {
    if (bound <= 0) {
      throw new IllegalArgumentException("nothing is below " + bound);
    }
    return Long.remainderUnsigned(next(), bound);
  }

  /** From 0 to {@code bound - 1}; the bound is positive. */
  public int below(int bound) {
    return (int) below((long) bound);
  }

  /** From {@code low} to {@code high}, each as likely. */
  public long between(long low, long high) {
    return low + below(high - low + 1);
  }

  /**
   * From {@code low} (positive) to {@code high}, small ones more often: each order of magnitude is
   * as likely.
   */
  public long spread(long low, long high) {
    // StrictMath gives the same on every machine.
    double exponent = StrictMath.log((double) high / low) * fraction();
    return Math.min(high, (long) (low * StrictMath.exp(exponent)));
  }

  /** The gap until the next of events that come by chance, this many microseconds on average. */
  public long gap(long average) {
    return (long) (-StrictMath.log(1 - fraction()) * average);
  }

  /** True with a probability from 0 to 1. */
  public boolean chance(double probability) {
    return fraction() < probability;
  }

  private double fraction() {
    return (next() >>> 11) * 0x1.0p-53;
  }
}
