package io.zabdb.testkit.sim.network;

import io.zabdb.core.step.Input;

/** A node, as the network sees it. */
public interface Endpoint {

  /** Whether its machine has power and so answers for closed ports. */
  boolean isHostUp();

  /** Whether its process runs, perhaps paused. */
  boolean isProcessUp();

  /** Takes what arrives. Only called while the process is up. */
  void give(Input input);
}
