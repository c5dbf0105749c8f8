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

  @Test
  void seedsPassAndReachWhatTheyAreFor() {
    SeedRuns.reach(
        NodeOptions::elastic,
        10,
        List.of(
            "operation: put ok",
            "operation: get ok",
            "operator: take done",
            "operator: change of members begun",
            "replica: members change",
            "replica: members changed",
            "members: one that joined has another disk",
            "members: heard of by one that joined",
            "birth: replica started",
            "end: replica gone",
            "move: moved",
            "node: disk replaced"));
  }
}
