package io.zabdb.bench.load;

import java.util.SplittableRandom;

/**
 * Few rows often, most hardly ever: the rank-th row in proportion to 1 / rank^0.99, as YCSB does
 * (Gray et al., Quickly Generating Billion-Record Synthetic Databases, SIGMOD 1994). The ranks are
 * scattered over the rows, so that those that are chosen often are no neighbours. Immutable.
 */
public final class ZipfChoice implements RowChoice {

  /** YCSB's. */
  static final double EXPONENT = 0.99;

  /** The sum is over all rows: some tens of milliseconds for a million. */
  static final long MAX_ROWS = 100_000_000;

  /** Odd, and the golden ratio of 2^64: it scatters well. */
  private static final long SCATTER = 0x9E3779B97F4A7C15L;

  private final long rows;
  private final double sum;
  private final double alpha;
  private final double eta;

  /**
   * @param rows how many, 1 to 10^8
   * @throws IllegalArgumentException if there are others
   */
  public ZipfChoice(long rows) {
    if (rows < 1 || rows > MAX_ROWS) {
      throw new IllegalArgumentException(
          rows + " rows, allowed are 1 to " + MAX_ROWS + " where some are chosen more often");
    }
    this.rows = rows;
    sum = sum(rows);
    alpha = 1 / (1 - EXPONENT);
    eta = (1 - Math.pow(2.0 / rows, 1 - EXPONENT)) / (1 - sum(2) / sum);
  }

  private static double sum(long rows) {
    double sum = 0;
    for (long rank = 1; rank <= rows; rank++) {
      sum += 1 / Math.pow(rank, EXPONENT);
    }
    return sum;
  }

  @Override
  public long next(SplittableRandom random) {
    return Long.remainderUnsigned(rank(random.nextDouble()) * SCATTER, rows);
  }

  /**
   * The rank, from 0 for the most frequent.
   *
   * @param place 0 to below 1, uniform
   */
  long rank(double place) {
    double weight = place * sum;
    if (weight < 1 || rows == 1) {
      return 0;
    }
    if (weight < 1 + Math.pow(0.5, EXPONENT) || rows == 2) {
      return 1;
    }
    return Math.min(rows - 1, (long) (rows * Math.pow(eta * place - eta + 1, alpha)));
  }
}
