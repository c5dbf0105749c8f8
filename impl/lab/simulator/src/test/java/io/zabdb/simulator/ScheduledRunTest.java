package io.zabdb.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.schedule.deed.Act;
import io.zabdb.schedule.window.WindowKind;
import io.zabdb.simulator.fault.ScheduledFaults;
import io.zabdb.testkit.sim.engine.Counts;
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
  void clientsAreServedInEachWindowWithAQuorumAndEachFaultComes() {
    Counts counts = new Counts();
    for (long seed = 1; seed <= 4; seed++) {
      counts.addAll(run(seed).counts());
    }
    for (Act act : ScheduledFaults.FAULTS) {
      assertTrue(counts.of("deed: " + act.label()) > 0, "never: " + act.label());
    }
    for (WindowKind kind : WindowKind.values()) {
      assertTrue(counts.of("window: " + kind.words()) > 0, "never: " + kind.words());
    }
    assertTrue(counts.of("transfer: took over") > 0, "no successor took over");
    assertTrue(counts.of("node: disk replaced") > 0, "no disk was replaced");
  }

  @Test
  void theSameSeedIsTheSameRun() {
    NodeResult once = run(7);
    NodeResult again = run(7);
    assertEquals(once.events(), again.events());
    assertEquals(once.counts().all(), again.counts().all());
  }
}
