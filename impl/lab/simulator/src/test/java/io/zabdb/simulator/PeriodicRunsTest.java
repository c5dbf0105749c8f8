package io.zabdb.simulator;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The same as {@link ElasticRunsTest}, of updates that are synced later. */
class PeriodicRunsTest {

  @Test
  void withoutFaultsNothingFails() {
    NodeResult result = new NodeSimulation(NodeOptions.periodic(3).withFaults(List.of())).run();
    SeedRuns.withoutFailures(result);
    assertTrue(
        result.counts().of("replica: members changed") > 0, () -> "" + result.counts().all());
  }
}
