package io.zabdb.bench.growth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.bench.error.BenchException;
import io.zabdb.bench.fake.FakeStore;
import io.zabdb.bench.fake.FakeStore.Mishap;
import io.zabdb.bench.load.KeySpace;
import io.zabdb.scale.elastic.GrowthStep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GrowthBenchTest {

  private static final Duration SHORT = Duration.ofMillis(200);
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final GrowthLimits PATIENT = new GrowthLimits(LONG, LONG, LONG, LONG);
  private static final GrowthLimits HASTY = new GrowthLimits(SHORT, SHORT, SHORT, SHORT);

  private static final RealSettings SETTINGS =
      new RealSettings(
          5, new KeySpace(50, 10), 100, 1_000, 2, SHORT, SHORT, Duration.ZERO, Duration.ZERO, 1);

  private final List<String> told = new ArrayList<>();
  private final FakeStore clients = new FakeStore(true);
  private final FakeGrowth store = new FakeGrowth(clients, 800);

  private GrowthBench bench(GrowthLimits limits) {
    return new GrowthBench(store, SETTINGS, limits, told::add);
  }

  private String failure(GrowthLimits limits) throws Exception {
    GrowthBench bench = bench(limits);
    bench.load();
    return assertThrows(BenchException.class, bench::grow).getMessage();
  }

  @Test
  void aStoreIsLoadedSplitAndGrows() throws Exception {
    GrowthBench bench = bench(PATIENT);
    bench.load();
    assertEquals(50, clients.rows());
    assertEquals(List.of(400L, 400L), bench.split(500));
    assertEquals(Collections.nCopies(8, 100L), bench.split(100));
    List<NodeStep> steps = bench.grow();
    assertEquals(List.of(4, 5), steps.stream().map(step -> step.growth().nodes()).toList());
    for (NodeStep step : steps) {
      GrowthStep growth = step.growth();
      assertEquals(100, growth.firstBytes());
      assertEquals(100, growth.laterBytes(), "two for each node");
      assertEquals(2, growth.movedReplicas());
      assertTrue(growth.serveSeconds() >= step.joinedSeconds(), step.toString());
      assertTrue(growth.settledSeconds() >= growth.serveSeconds(), step.toString());
      for (ServedLoad load : List.of(step.during(), step.after(), step.writes(), step.reads())) {
        assertTrue(load.operations() > 0, step.toString());
        assertEquals(0, load.failed());
      }
      assertEquals(growth.nodes(), step.processors().size());
      double first = growth.work().get(1);
      assertTrue(first > 0, step.toString());
      assertEquals(3 * first, growth.work().get(3), first / 1e6);
      assertEquals(first / 1_000, step.processors().get(1), first / 1e6);
    }
    assertEquals(12.5, steps.get(0).growth().firstPercent());
    assertEquals(100 / 6.0, steps.get(1).growth().firstPercent(), 1e-9);
    assertTrue(told.containsAll(List.of("8 partitions", "node 3 starts", "node 4 starts")));
    assertTrue(
        told.stream().anyMatch(line -> line.matches("node 3 served after .* 0.33 of its share .*")),
        told.toString());
  }

  @Test
  void aNodeThatGetsNothingEndsIt() throws Exception {
    store.givesNothing();
    assertEquals(
        "waited too long for a partition at node 3; the balancer said last: what it said",
        failure(HASTY));
  }

  @Test
  void aNodeThatDoesNotAnswerEndsIt() throws Exception {
    store.answersNot();
    assertTrue(failure(HASTY).startsWith("waited too long for an answer of node 3"));
  }

  /** Partitions of one byte cannot be had, so it never ends. */
  @Test
  void splitsThatDoNotEndEndIt() {
    BenchException failed = assertThrows(BenchException.class, () -> bench(HASTY).split(0));
    assertTrue(failed.getMessage().startsWith("waited too long for partitions of at most 0 bytes"));
  }

  /** Nothing was loaded, so that no row is found, and updates are refused. */
  @Test
  void clientsWithoutSuccessEndIt() {
    clients.mishaps(isConditional -> Mishap.REFUSED);
    String failed = assertThrows(BenchException.class, () -> bench(PATIENT).grow()).getMessage();
    assertTrue(failed.startsWith("clients had no success for "), failed);
    assertTrue(failed.contains("MissingRow="), failed);
  }

  /** Too little time for the store to be quiet: the step says so, and the next node comes. */
  @Test
  void aStoreThatDoesNotSettleGrowsAllTheSame() throws Exception {
    GrowthBench bench = bench(new GrowthLimits(LONG, LONG, LONG, Duration.ZERO));
    bench.load();
    List<NodeStep> steps = bench.grow();
    assertEquals(Double.POSITIVE_INFINITY, steps.get(0).growth().settledSeconds());
    assertEquals(2, steps.size());
  }
}
