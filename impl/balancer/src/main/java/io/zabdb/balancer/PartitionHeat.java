package io.zabdb.balancer;

import io.zabdb.balance.load.LoadView;
import io.zabdb.balance.shard.RingLoads;
import io.zabdb.balance.shard.ShardingRules;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Since when partitions have been hot, or cold, as rounds saw them. Whoever begins anew knows
 * nothing of before, and waits the longer. It keeps as many as were there last. Not thread-safe.
 */
final class PartitionHeat {

  private static final long NEVER = Long.MAX_VALUE;

  private record Spell(long hotSince, long coldSince) {
    private static final Spell UNKNOWN = new Spell(NEVER, NEVER);
  }

  private Map<String, Spell> known = Map.of();

  /**
   * Another round.
   *
   * @param owned the partitions of the view, in the order of their tokens
   */
  RingLoads look(LoadView view, List<StoreView.OwnedPartition> owned, ShardingRules rules) {
    int count = owned.size();
    double[] hottest = new double[count];
    int[] hotTicks = new int[count];
    long[] coldSince = new long[count];
    Map<String, Spell> now = new HashMap<>();
    for (int p = 0; p < count; p++) {
      String name = owned.get(p).partition().getName();
      double hits = view.partitions().hits(p);
      Spell before = known.getOrDefault(name, Spell.UNKNOWN);
      Spell spell =
          new Spell(
              since(before.hotSince(), rules.isHot(hits), view.nowMillis()),
              since(before.coldSince(), rules.isCold(hits), view.nowMillis()));
      now.put(name, spell);
      hottest[p] = owned.get(p).partition().getHits().getHottest();
      hotTicks[p] = ticks(spell.hotSince(), view.nowMillis());
      coldSince[p] = spell.coldSince();
    }
    known = now;
    return new RingLoads(view, IntStream.range(0, count).toArray(), hottest, hotTicks, coldSince);
  }

  private static long since(long before, boolean isSo, long now) {
    return isSo ? Math.min(before, now) : NEVER;
  }

  /** The one in which it was first seen counts. */
  private static int ticks(long hotSince, long now) {
    return hotSince == NEVER
        ? 0
        : (int) Math.min(Integer.MAX_VALUE, 1 + (now - hotSince) / ShardingRules.TICK_MILLIS);
  }
}
