package io.zabdb.simulator.mutant;

import io.zabdb.simulator.NodeOptions;
import io.zabdb.simulator.NodeSimulation;
import java.util.function.LongFunction;

/** Runs a seed of profile {@code ends} and says what it violates; empty: nothing. */
public final class EndSeedRun implements LongFunction<String> {

  @Override
  public String apply(long seed) {
    return new NodeSimulation(NodeOptions.ends(seed)).run().property();
  }
}
