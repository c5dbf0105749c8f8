package io.zabdb.balance.shard;

import io.zabdb.balance.load.LoadView;
import java.util.Arrays;

/** For how long each partition has been hot, or cold. Ticks of ten seconds. Not thread-safe. */
public final class HeatMeters {

  private final ShardingRules rules;
  private int[] hotTicks = new int[0];
  private long[] coldSince = new long[0];

  public HeatMeters(ShardingRules rules) {
    this.rules = rules;
  }

  /**
   * A tick.
   *
   * @param hits moving averages of hits a second, by partition; there may be more than before
   * @param count how many of the array there are
   */
  public void tick(double[] hits, int count, long nowMillis) {
    if (count > hotTicks.length) {
      int before = hotTicks.length;
      int size = Math.max(count, before * 2);
      hotTicks = Arrays.copyOf(hotTicks, size);
      coldSince = Arrays.copyOf(coldSince, size);
      Arrays.fill(coldSince, before, size, Long.MAX_VALUE);
    }
    for (int p = 0; p < count; p++) {
      hotTicks[p] = rules.isHot(hits[p]) ? Math.min(hotTicks[p], Integer.MAX_VALUE - 1) + 1 : 0;
      if (!rules.isCold(hits[p])) {
        coldSince[p] = Long.MAX_VALUE;
      } else if (coldSince[p] == Long.MAX_VALUE) {
        coldSince[p] = nowMillis;
      }
    }
  }

  /**
   * What a planner needs: the meter's own columns, which the next tick changes.
   *
   * @param order the partitions in the order of their tokens
   * @param hottest the share that one token has of each one's hits
   */
  public RingLoads ring(LoadView view, int[] order, double[] hottest) {
    return new RingLoads(view, order, hottest, hotTicks, coldSince);
  }
}
