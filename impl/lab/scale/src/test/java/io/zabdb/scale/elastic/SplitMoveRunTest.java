package io.zabdb.scale.elastic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What ElasCass says of it (section 5.2). */
class SplitMoveRunTest {

  private static final double GIB = 1L << 30;

  private static List<GrowthStep> grow() {
    return new SplitMoveRun(ElasticSettings.usual(), KeyLoad.hotspot(), OperationMix.READS).run();
  }

  /** The same node gives each time, half of what it has left. */
  @Test
  void eachNodeGetsHalfOfWhatTheOneBeforeGot() {
    List<GrowthStep> steps = grow();
    assertEquals(8, steps.size());
    double volume = 75 * GIB;
    for (GrowthStep step : steps) {
      assertEquals(volume, step.firstBytes(), 1, step::toString);
      volume /= 2;
    }
    // At 64 MiB a second.
    assertEquals(1_200, steps.get(0).serveSeconds(), 0.01);
  }

  /** The new one, who gave, and who is behind that: what went elsewhere is on the disk still. */
  @Test
  void whatIsNotServedStaysOnTheDisk() {
    GrowthStep third = grow().get(0);
    assertEquals(List.of(75.0, 50.0, 75.0), third.stored().stream().map(b -> b / GIB).toList());
    assertEquals(List.of(75.0, 100.0, 100.0), third.onDisk().stream().map(b -> b / GIB).toList());
  }

  @Test
  void theMoreNodesComeTheLessEvenItIs() {
    List<GrowthStep> steps = grow();
    for (int i = 1; i < steps.size(); i++) {
      assertTrue(steps.get(i).bytesImbalance() > steps.get(i - 1).bytesImbalance());
      assertTrue(steps.get(i).use() < steps.get(i - 1).use());
    }
    assertTrue(steps.get(5).bytesImbalance() > 1, "beyond 1.0 from eight nodes on");
    GrowthStep last = steps.get(7);
    assertEquals(
        1,
        last.work().stream().mapToDouble(w -> w).max().orElseThrow()
            * last.throughput()
            / OperationMix.NODE_WORK,
        1e-9);
  }
}
