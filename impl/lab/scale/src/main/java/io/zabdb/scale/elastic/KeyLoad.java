package io.zabdb.scale.elastic;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Which share of the requests goes to which part of the ring, of 100 million keys that are hashed
 * (ElasCass, Table 2). A place in the ring is a number from 0 to 1. Immutable.
 */
public final class KeyLoad {

  private static final double KEYS = 1e8;
  private static final double ZIPF = 0.99;

  /** So many of the most wanted keys have a place each; all others are spread evenly. */
  private static final int PLACED = 100_000;

  /** The places of keys, rising. */
  private final double[] places;

  /** Of those at a place and all before. */
  private final double[] sums;

  private final double even;

  private KeyLoad(double[] places, double[] sums, double even) {
    this.places = places;
    this.sums = sums;
    this.even = even;
  }

  /**
   * Four fifths of the requests go to a fifth of the keys. Those are so many, hashed to anywhere,
   * that each part of the ring has its share.
   */
  public static KeyLoad hotspot() {
    return new KeyLoad(new double[0], new double[0], 1);
  }

  /** The r-th key has {@code r} to the power of -0.99 of what the first has. */
  public static KeyLoad zipf(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] drawn = random.doubles(PLACED).toArray();
    int[] order =
        IntStream.range(0, PLACED)
            .boxed()
            .sorted((a, b) -> Double.compare(drawn[a], drawn[b]))
            .mapToInt(Integer::intValue)
            .toArray();
    double placed = 0;
    for (int rank = 1; rank <= PLACED; rank++) {
      placed += StrictMath.pow(rank, -ZIPF);
    }
    // The sum over the others is as good as the integral.
    double power = 1 - ZIPF;
    double rest = (StrictMath.pow(KEYS, power) - StrictMath.pow(PLACED, power)) / power;
    double[] places = new double[PLACED];
    double[] sums = new double[PLACED];
    double sum = 0;
    for (int i = 0; i < PLACED; i++) {
      places[i] = drawn[order[i]];
      sum += StrictMath.pow(order[i] + 1, -ZIPF) / (placed + rest);
      sums[i] = sum;
    }
    return new KeyLoad(places, sums, rest / (placed + rest));
  }

  /** The share of a part of the ring; that of all of it is 1. */
  double share(RingPart part) {
    return even * part.width() + upTo(part.upTo()) - upTo(part.after());
  }

  private double upTo(double place) {
    int found = Arrays.binarySearch(places, place);
    int last = found >= 0 ? found : -found - 2;
    return last < 0 ? 0 : sums[last];
  }
}
