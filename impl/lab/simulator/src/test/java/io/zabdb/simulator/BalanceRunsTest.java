package io.zabdb.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs of whole nodes in virtual time, whose balancers do what they see fit. */
class BalanceRunsTest {

  private static final long SEED = 1;

  @Test
  void withoutFaultsTheStoreComesToRest() {
    NodeResult result = new NodeSimulation(NodeOptions.balance(SEED).withFaults(List.of())).run();
    SeedRuns.withoutFailures(result);
    assertTrue(result.counts().of("balancer: wants nothing") > 0, () -> "" + result.counts().all());
    assertTrue(result.counts().of("birth: replica started") > 0, () -> "" + result.counts().all());
  }

  /** Its balancers run in threads of their own, one of which runs at a time. */
  @Test
  void aSeedIsTheSameRunEachTime() {
    NodeResult once = new NodeSimulation(NodeOptions.balance(SEED)).run();
    NodeResult again = new NodeSimulation(NodeOptions.balance(SEED)).run();
    assertEquals(once.events(), again.events());
    assertEquals(once.virtualMicros(), again.virtualMicros());
    assertEquals(once.counts().all(), again.counts().all());
  }
}
