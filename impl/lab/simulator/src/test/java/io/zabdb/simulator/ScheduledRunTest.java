package io.zabdb.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Runs in which the scheduler of faults strikes, in windows in which clients must be served. */
class ScheduledRunTest {

  private static NodeResult run(long seed) {
    NodeResult result = new NodeSimulation(NodeOptions.windows(seed)).run();
    if (result.failed()) {
      throw new AssertionError("seed " + seed, result.failure().orElseThrow());
    }
    return result;
  }

  @Test
  void theSameSeedIsTheSameRun() {
    NodeResult once = run(12);
    NodeResult again = run(12);
    assertEquals(once.events(), again.events());
    assertEquals(once.counts().all(), again.counts().all());
  }
}
