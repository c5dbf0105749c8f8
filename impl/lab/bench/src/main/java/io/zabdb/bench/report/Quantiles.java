package io.zabdb.bench.report;

import java.util.Arrays;
import java.util.Collection;

/**
 * Quantiles of a few figures, interpolated between neighbours (type 7 of Hyndman and Fan, as
 * spreadsheets do).
 *
 * @param count of the figures; if 0, all others are NaN
 */
public record Quantiles(int count, double min, double median, double p90, double max) {

  /** Of all these figures; their order does not matter. */
  public static Quantiles of(Collection<Double> figures) {
    double[] sorted = figures.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    return new Quantiles(
        sorted.length, at(sorted, 0), at(sorted, 0.5), at(sorted, 0.9), at(sorted, 1));
  }

  /**
   * One quantile.
   *
   * @param sorted from the least figure on; if there is none, the quantile is NaN
   * @param quantile 0 to 1
   */
  public static double at(double[] sorted, double quantile) {
    if (sorted.length == 0) {
      return Double.NaN;
    }
    double place = quantile * (sorted.length - 1);
    int below = (int) Math.floor(place);
    int above = (int) Math.ceil(place);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }
}
