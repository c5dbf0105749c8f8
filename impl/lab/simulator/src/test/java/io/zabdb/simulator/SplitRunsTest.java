package io.zabdb.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Runs of whole nodes in virtual time whose partitions split and merge all the time. */
class SplitRunsTest {

  /** Once it was never told that it leads, and logged what it was given without a question. */
  @Test
  void aLeaderThatEntersItsEpochLateAsksItsLog() {
    NodeResult result = new NodeSimulation(NodeOptions.splits(83)).run();
    assertEquals("", result.message());
  }

  @Test
  void theSameSeedIsTheSameRun() {
    NodeResult first = new NodeSimulation(NodeOptions.splits(7)).run();
    NodeResult again = new NodeSimulation(NodeOptions.splits(7)).run();
    assertEquals(first.counts().all(), again.counts().all());
    assertEquals(first.events(), again.events());
  }
}
