package io.zabdb.testkit.sim.node;

import io.zabdb.core.step.Input;
import io.zabdb.core.step.Outputs;

/** What the simulator needs of a replica: the core's, or a toy of a test. */
public interface SimulatedReplica {

  void step(Input input, Outputs outputs);

  /**
   * Checks what must hold of the replica alone.
   *
   * @throws RuntimeException if it does not
   */
  void checkInvariants();

  /** The epoch that it leads as an established leader, or 0. */
  long leads();

  /** The epoch in which it takes part in broadcast, as leader or follower, or 0. */
  long takesPartIn();
}
