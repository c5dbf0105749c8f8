package io.zabdb.scale.elastic;

import io.zabdb.balance.load.Imbalance;
import java.util.Arrays;

/**
 * How full the partitions of a loaded store are.
 *
 * @param mostGib beyond which size they are split, in GiB
 * @param count how many there are
 * @param fullness mean of their sizes, by that
 * @param deviation standard deviation of the same
 */
public record PartitionSizes(double mostGib, int count, double fullness, double deviation) {

  private static final double GIB = 1L << 30;

  /** Loads a store. */
  public static PartitionSizes of(ElasticSettings settings) {
    double[] fullness =
        new PartitionedLoad(settings)
            .run().stream().mapToDouble(each -> each.bytes() / settings.mostBytes()).toArray();
    double mean = Arrays.stream(fullness).average().orElseThrow();
    return new PartitionSizes(
        settings.mostBytes() / GIB, fullness.length, mean, Imbalance.index(fullness) * mean);
  }
}
