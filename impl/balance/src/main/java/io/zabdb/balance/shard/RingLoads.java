package io.zabdb.balance.shard;

import io.zabdb.balance.load.LoadView;

/**
 * What splits and merges depend on beyond {@link LoadView}. Columns by the numbers of partitions,
 * kept as they are given: who makes it must not change them.
 *
 * @param order the partitions in the order of their tokens, each once
 * @param hottest the share that one token has of a partition's hits, 0 to 1
 * @param hotTicks for how many ticks in a row it has been hot
 * @param coldSince since when, in milliseconds, it has been cold; {@link Long#MAX_VALUE} if it is
 *     not
 */
public record RingLoads(
    LoadView view, int[] order, double[] hottest, int[] hotTicks, long[] coldSince) {

  /**
   * @throws IllegalArgumentException if the columns do not fit the view
   */
  public RingLoads {
    int count = view.partitions().count();
    if (order.length != count
        || hottest.length < count
        || hotTicks.length < count
        || coldSince.length < count) {
      throw new IllegalArgumentException(
          "%d partitions, %d in order, columns of %d, %d, %d"
              .formatted(count, order.length, hottest.length, hotTicks.length, coldSince.length));
    }
  }
}
