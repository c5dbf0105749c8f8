package io.zabdb.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs of whole nodes in virtual time whose partitions move between groups all the time. */
class MoveRunsTest {

  /** Files are real, and their directory has another name each time. */
  @Test
  void theSameSeedIsTheSameRun() {
    NodeResult first = new NodeSimulation(NodeOptions.moves(2)).run();
    NodeResult again = new NodeSimulation(NodeOptions.moves(2)).run();
    assertEquals(first.counts().all(), again.counts().all());
    assertEquals(first.events(), again.events());
    assertTrue(first.counts().of("move: moved") > 0, () -> first.counts().all().toString());
  }

  @Test
  void withoutFaultsNothingFails() {
    NodeResult result = new NodeSimulation(NodeOptions.moves(2).withFaults(List.of())).run();
    SeedRuns.withoutFailures(result);
    assertTrue(result.counts().of("move: moved") > 5, () -> result.counts().all().toString());
  }

  /**
   * Two full disks and a power loss: when a leader hears that the move it asked for has begun, the
   * partition has been split or merged since.
   */
  @Test
  void aPartitionMayBeAnotherWhenItsMoveIsSaidToHaveBegun() {
    NodeResult result = new NodeSimulation(NodeOptions.moves(700_319)).run();
    assertFalse(result.failed(), () -> result.counts().all().toString());
  }
}
