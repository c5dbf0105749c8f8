package io.zabdb.simulator;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs of whole nodes in virtual time, while groups are born, get partitions, and end. */
class BirthRunsTest {

  @Test
  void withoutFaultsNothingFails() {
    NodeResult result = new NodeSimulation(NodeOptions.births(3).withFaults(List.of())).run();
    SeedRuns.withoutFailures(result);
    assertTrue(result.counts().of("operator: birth done") > 0, () -> "" + result.counts().all());
  }

  /** It was asked to end a moment after it had been started. */
  @Test
  void aReplicaThatHasNotBegunMayBeAsked() {
    NodeResult result = new NodeSimulation(NodeOptions.births(16)).run();
    assertTrue(result.failure().isEmpty(), result::message);
  }

  /** The configuration manager had named a node as its leader that has no replica of the group. */
  @Test
  void whoHasNoReplicaOfAGroupIsNotTakenForItsLeader() {
    NodeResult result = new NodeSimulation(NodeOptions.births(5355)).run();
    assertTrue(result.failure().isEmpty(), result::message);
  }
}
