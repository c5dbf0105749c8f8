package io.zabdb.testkit.sim.node;

import io.zabdb.core.zab.Recovered;
import io.zabdb.core.zab.Settings;

/** Starts replicas. */
@FunctionalInterface
public interface Replicas {

  /** A replica that starts with what it finds on disk. */
  SimulatedReplica start(Settings settings, Recovered recovered);
}
