package io.zabdb.balance.load;

import java.util.Arrays;

/**
 * Moving averages of hits, one for each partition: ElasCass, Equation 3. Where a series begins, its
 * first figure is its average. Not thread-safe.
 */
public final class HitMeters {

  /** What the last interval counts, with intervals of ten seconds. */
  public static final double USUAL_WEIGHT = 0.3;

  /** What a read is, where an update is 1: it is not written, nor replicated. */
  public static final double READ_WEIGHT = 0.3;

  private final double weight;
  private double[] averages = new double[0];
  private int known;

  /**
   * @param weight what the last interval counts: more than 0, at most 1
   * @throws IllegalArgumentException if it is not
   */
  public HitMeters(double weight) {
    if (!(weight > 0) || weight > 1) {
      throw new IllegalArgumentException("weight " + weight + " is not in (0, 1]");
    }
    this.weight = weight;
  }

  /**
   * An interval is over.
   *
   * @param hits those of each partition in it, a second; there may be more partitions than before
   * @param count how many of the array there are
   * @throws IllegalArgumentException if there are fewer partitions than before
   */
  public void tick(double[] hits, int count) {
    if (count < known || count > hits.length) {
      throw new IllegalArgumentException(
          count + " partitions of " + hits.length + ", there were " + known);
    }
    grow(count);
    for (int p = 0; p < known; p++) {
      averages[p] += weight * (hits[p] - averages[p]);
    }
    for (int p = known; p < count; p++) {
      averages[p] = hits[p];
    }
    known = count;
  }

  private void grow(int count) {
    if (count > averages.length) {
      averages = Arrays.copyOf(averages, Math.max(count, averages.length * 2));
    }
  }

  /** A partition was split or merged: its average begins anew. */
  public void restart(int partition, double hits) {
    grow(partition + 1);
    known = Math.max(known, partition + 1);
    averages[partition] = hits;
  }

  /** The averages of the partitions so far. */
  public double[] averages() {
    return Arrays.copyOf(averages, known);
  }

  /** That of one. */
  public double average(int partition) {
    return averages[partition];
  }
}
