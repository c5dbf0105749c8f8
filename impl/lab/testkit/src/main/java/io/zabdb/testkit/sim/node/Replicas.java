package io.zabdb.testkit.sim.node;

import io.zabdb.core.group.Settings;
import io.zabdb.core.step.Outputs;
import io.zabdb.core.zab.Recovered;

/** Starts replicas. */
@FunctionalInterface
public interface Replicas {

  /** A replica that starts with what it finds on disk; its first outputs go to {@code outputs}. */
  SimulatedReplica start(Settings settings, Recovered recovered, Outputs outputs);
}
