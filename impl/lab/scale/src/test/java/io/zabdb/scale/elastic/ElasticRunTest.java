package io.zabdb.scale.elastic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.balance.move.MoveRules;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A store of few nodes grows; {@code ./zabdb bench elastic} has ten. */
class ElasticRunTest {

  private static final long GIB = 1L << 30;

  private static ElasticSettings settings(int replicas, long seed) {
    return new ElasticSettings(7, replicas, 100 * GIB, 2 * GIB, seed);
  }

  private static List<GrowthStep> grow(
      ElasticSettings settings, KeyLoad keys, OperationMix mix, MoveRules rules) {
    return new ElasticRun(settings, new PartitionedLoad(settings).run(), keys, mix, rules).run();
  }

  private static void isEven(List<GrowthStep> steps) {
    for (GrowthStep step : steps) {
      assertTrue(step.bytesImbalance() < 0.2, step::toString);
      assertTrue(step.workImbalance() < 0.2, step::toString);
      assertTrue(Double.isFinite(step.settledSeconds()), step::toString);
      assertTrue(step.firstPercent() > 0 && step.firstPercent() < 10, step::toString);
    }
  }

  @Test
  void eachNodeServesSoonAndTheStoreIsEven() {
    for (int replicas = 2; replicas <= 3; replicas++) {
      List<GrowthStep> steps =
          grow(settings(replicas, 1), KeyLoad.hotspot(), OperationMix.READS, MoveRules.USUAL);
      assertEquals(7 - replicas, steps.size());
      isEven(steps);
      double moved = steps.stream().mapToDouble(s -> s.firstBytes() + s.laterBytes()).sum();
      double balance = steps.stream().mapToDouble(GrowthStep::balanceBytes).sum();
      assertEquals(1, moved / balance, 0.15);
      for (GrowthStep step : steps) {
        assertEquals(100.0 * GIB * replicas / step.nodes(), step.balanceBytes(), GIB / 10.0);
        assertTrue(step.serveSeconds() >= 60 && step.serveSeconds() <= 120, step::toString);
      }
    }
  }

  @Test
  void soItIsWhereKeysDiffer() {
    for (OperationMix mix : List.of(OperationMix.READS, OperationMix.WRITES)) {
      isEven(grow(settings(2, 3), KeyLoad.zipf(3), mix, MoveRules.USUAL));
    }
  }

  @Test
  void theSameSeedGivesTheSame() {
    KeyLoad keys = KeyLoad.zipf(5);
    assertEquals(
        grow(settings(2, 5), keys, OperationMix.WRITES, MoveRules.USUAL),
        grow(settings(2, 5), keys, OperationMix.WRITES, MoveRules.USUAL));
  }

  /** A mutant: what differs by half is even enough. */
  @Test
  void aPlannerThatHardlyMovesLeavesTheStoreUneven() {
    MoveRules lazy = new MoveRules(100, 100, 50, 90, 3_600_000, 60_000, 300_000);
    List<GrowthStep> steps = grow(settings(2, 1), KeyLoad.hotspot(), OperationMix.READS, lazy);
    assertTrue(steps.stream().anyMatch(step -> step.bytesImbalance() > 0.2), steps::toString);
  }

  @Test
  void whatCannotBeSimulatedIsRefused() {
    for (int[] bad : new int[][] {{2, 2}, {101, 2}, {10, 1}, {10, 8}}) {
      assertThrows(
          IllegalArgumentException.class,
          () -> new ElasticSettings(bad[0], bad[1], 100 * GIB, 2 * GIB, 1));
    }
    for (long[] bad : new long[][] {{GIB, 2 * GIB}, {GIB, 1}, {Long.MAX_VALUE, GIB}}) {
      assertThrows(
          IllegalArgumentException.class, () -> new ElasticSettings(10, 2, bad[0], bad[1], 1));
    }
  }
}
