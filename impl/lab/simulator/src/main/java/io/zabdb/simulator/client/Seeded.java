package io.zabdb.simulator.client;

import io.zabdb.testkit.sim.engine.SeededRandom;
import java.util.random.RandomGenerator;

/** The random numbers of a client, by the seed of the run. */
record Seeded(SeededRandom random) implements RandomGenerator {

  @Override
  public long nextLong() {
    return random.next();
  }
}
