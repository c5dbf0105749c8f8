package io.zabdb.simulator;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs of whole nodes in virtual time, groups of which end when they have nothing. */
class EndRunsTest {

  @Test
  void withoutFaultsNothingFails() {
    NodeResult result = new NodeSimulation(NodeOptions.ends(2).withFaults(List.of())).run();
    SeedRuns.withoutFailures(result);
    assertTrue(result.counts().of("end: replica gone") > 0, () -> "" + result.counts().all());
  }

  @Test
  void seedsPassAndReachWhatTheyAreFor() {
    SeedRuns.reach(
        NodeOptions::ends,
        12,
        List.of(
            "operation: put ok",
            "operation: get ok",
            "end: applied",
            "end: noted",
            "end: replica gone",
            "end: heard by a replica that was away",
            "operator: end done",
            "operator: end failed, INVALID_ARGUMENT",
            "move: moved",
            "node: disk replaced"));
  }
}
