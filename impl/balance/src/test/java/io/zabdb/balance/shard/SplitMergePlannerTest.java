package io.zabdb.balance.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zabdb.balance.Stores;
import io.zabdb.balance.load.GroupStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

class SplitMergePlannerTest {

  private static final ShardingRules RULES = new ShardingRules(2_000, 1_000, 500, 1, 3_600, 2);

  private static List<ShardingStep> steps(
      Stores store, double hottest, int ticks, long cold, long now) {
    int count = store.view(now).partitions().count();
    int[] order = new int[count];
    double[] share = new double[count];
    int[] hot = new int[count];
    long[] since = new long[count];
    for (int p = 0; p < count; p++) {
      order[p] = p;
      share[p] = hottest;
      hot[p] = ticks;
      since[p] = cold;
    }
    return new SplitMergePlanner(RULES)
        .plan(new RingLoads(store.view(now), order, share, hot, since));
  }

  private static Stores one() {
    return new Stores().nodes(1).group(GroupStatus.MEMBER, 0);
  }

  @Test
  void whatIsTooLargeIsSplitUnlessItMoves() {
    assertEquals(List.of(), steps(one().partition(0, 2_000, 9), 0, 0, 0, 0));
    assertEquals(1, steps(one().partition(0, 2_001, 9), 0, 0, 0, 0).size());
    Stores moving = one().group(GroupStatus.MEMBER, 0).partition(0, 2_001, 9).moving(0, 1);
    assertEquals(List.of(), steps(moving, 0, 0, 0, 0));
  }

  @Test
  void whatIsTooHotIsSplitOrItsKeyIsNamed() {
    Stores store = one().partition(0, 1, 501);
    assertEquals(List.of(), steps(store, 0.5, 2, 0, 0));
    assertEquals(ShardingStep.ShardingKind.SPLIT_BY_LOAD, steps(store, 0.5, 3, 0, 0).get(0).kind());
    assertEquals(ShardingStep.ShardingKind.HOT_KEY, steps(store, 0.51, 3, 0, 0).get(0).kind());
  }

  @Test
  void smallColdNeighboursAreMergedButNotTooMany() {
    Stores store = one().partition(0, 400, 0).partition(0, 599, 0).partition(0, 999, 0);
    assertEquals(
        List.of(new ShardingStep(ShardingStep.ShardingKind.MERGE, 0, 1)),
        steps(store, 0, 0, 0, 3_600));
    assertEquals(List.of(), steps(store, 0, 0, 0, 3_599));
    Stores two = one().partition(0, 400, 0).partition(0, 599, 0);
    assertEquals(List.of(), steps(two, 0, 0, 0, 3_600));
  }

  @Test
  void aMergeMustNotLeadToASplit() {
    assertThrows(
        IllegalArgumentException.class, () -> new ShardingRules(1_999, 1_000, 500, 1, 0, 1));
  }
}
