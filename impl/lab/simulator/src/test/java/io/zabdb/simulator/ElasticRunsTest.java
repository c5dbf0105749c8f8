package io.zabdb.simulator;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs of whole nodes in virtual time, while groups are born and end, and their members change. */
class ElasticRunsTest {

  @Test
  void withoutFaultsNothingFails() {
    NodeResult result = new NodeSimulation(NodeOptions.elastic(3).withFaults(List.of())).run();
    SeedRuns.withoutFailures(result);
    assertTrue(
        result.counts().of("replica: members changed") > 0, () -> "" + result.counts().all());
  }
}
