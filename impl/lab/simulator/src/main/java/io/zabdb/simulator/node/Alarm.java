package io.zabdb.simulator.node;

import io.zabdb.testkit.sim.engine.Violation;

/**
 * Takes violations that are found where what is thrown is caught by production code. Not
 * thread-safe.
 */
public final class Alarm {

  private Violation first;

  /** Something happened that must never happen. */
  public void raise(Violation violation) {
    if (first == null) {
      first = violation;
    }
  }

  /** Throws what was raised first, if anything was. */
  public void check() {
    if (first != null) {
      throw first;
    }
  }
}
