package io.zabdb.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.testkit.sim.engine.Counts;
import java.util.List;
import java.util.function.LongFunction;

/** Runs of some seeds in a row. */
final class SeedRuns {

  private SeedRuns() {}

  /**
   * Fails unless all pass, and all together reach what they are for.
   *
   * @param run of a seed
   * @param last seed; the first is 1
   * @param expected what must be among their counts
   */
  static void reach(LongFunction<NodeOptions> run, long last, List<String> expected) {
    Counts counts = new Counts();
    for (long seed = 1; seed <= last; seed++) {
      NodeResult result = new NodeSimulation(run.apply(seed)).run();
      if (result.failed()) {
        throw new AssertionError("seed " + seed, result.failure().orElseThrow());
      }
      counts.addAll(result.counts());
    }
    for (String each : expected) {
      assertTrue(counts.of(each) > 0, each + " is not among " + counts.all());
    }
  }

  /**
   * Asserts that a run without faults went well, and that nobody was refused anything but
   * operators.
   */
  static void withoutFailures(NodeResult result) {
    assertEquals("", result.message());
    result
        .counts()
        .all()
        .keySet()
        .forEach(
            name ->
                assertTrue(!name.contains("failed") || name.startsWith("operator"), () -> name));
  }
}
