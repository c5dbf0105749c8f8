package io.zabdb.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
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

  /**
   * A change of members ended between the look at how much replicas have applied, and that at what
   * they have: their states differed, and should.
   */
  @Test
  void statesAreComparedOfAsManyEntries() {
    assertEquals("", new NodeSimulation(NodeOptions.periodic(42_004_211)).run().message());
  }
}
