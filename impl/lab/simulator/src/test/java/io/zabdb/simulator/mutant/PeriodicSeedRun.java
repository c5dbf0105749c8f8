package io.zabdb.simulator.mutant;

import io.zabdb.simulator.NodeOptions;
import io.zabdb.simulator.NodeSimulation;
import java.util.function.LongFunction;

/** Runs a seed of profile {@code periodic} and says what it violates; empty: nothing. */
public final class PeriodicSeedRun implements LongFunction<String> {

  @Override
  public String apply(long seed) {
    return new NodeSimulation(NodeOptions.periodic(seed)).run().property();
  }
}
