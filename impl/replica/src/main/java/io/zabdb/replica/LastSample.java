package io.zabdb.replica;

import io.zabdb.storage.tree.Pressure;

/** The pressure of the store when it was sampled last. By the loop. */
final class LastSample {

  private Pressure found = Pressure.NONE;
  private int level;

  void set(Pressure pressure) {
    found = pressure;
  }

  Pressure found() {
    return found;
  }

  /** What the group is told of it. */
  void setLevel(int told) {
    level = told;
  }

  int level() {
    return level;
  }
}
