package io.zabdb.simulator.node;

import io.zabdb.node.metrics.Tails;
import io.zabdb.testkit.sim.engine.Counts;
import io.zabdb.testkit.sim.engine.SeededRandom;
import java.util.function.Supplier;

/** How long clients wait: for long in one of ten intervals; then files that go or come are why. */
record WaitingClients(SeededRandom random, Counts counts) implements Supplier<Tails> {

  private static final Tails WAITING = new Tails(90_000_000, 90_000_000);

  private static final Tails USUAL = new Tails(10_000_000, 1_000_000);

  private static final double OFTEN = 0.1;

  @Override
  public Tails get() {
    boolean isWaiting = random.chance(OFTEN);
    counts.add(isWaiting ? "node: clients wait" : "node: clients do not wait");
    return isWaiting ? WAITING : USUAL;
  }
}
