package io.zabdb.balance.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.balance.Stores;
import io.zabdb.balance.load.GroupStatus;
import io.zabdb.balance.load.LoadView;
import org.junit.jupiter.api.Test;

class HeatMetersTest {

  private static final ShardingRules RULES = new ShardingRules(2_000, 1_000, 500, 10, 3_600, 1);

  private final HeatMeters meters = new HeatMeters(RULES);
  private final LoadView view =
      new Stores().nodes(1).group(GroupStatus.MEMBER, 0).partitions(0, 501, 5).view(9_000);

  private RingLoads after(double hot, double cold, long now) {
    meters.tick(new double[] {hot, cold}, 2, now);
    return meters.ring(view, new int[] {0, 1}, new double[] {1, 0});
  }

  @Test
  void ticksInARowCount() {
    assertEquals(1, after(501, 0, 1).hotTicks()[0]);
    assertEquals(2, after(501, 0, 2).hotTicks()[0]);
    assertEquals(0, after(500, 0, 3).hotTicks()[0]);
    assertEquals(1, after(501, 0, 4).hotTicks()[0]);
  }

  @Test
  void itIsColdSinceItBecameSo() {
    assertEquals(Long.MAX_VALUE, after(0, 10, 1).coldSince()[1]);
    assertEquals(2, after(0, 9, 2).coldSince()[1]);
    assertEquals(2, after(0, 9, 3).coldSince()[1]);
    assertEquals(Long.MAX_VALUE, after(0, 10, 4).coldSince()[1]);
    assertEquals(5, after(0, 9, 5).coldSince()[1]);
  }

  @Test
  void newPartitionsBeginNeitherHotNorCold() {
    meters.tick(new double[] {501}, 1, 1);
    RingLoads ring = after(501, 501, 2);
    assertEquals(2, ring.hotTicks()[0]);
    assertEquals(1, ring.hotTicks()[1]);
    assertEquals(Long.MAX_VALUE, ring.coldSince()[1]);
  }
}
