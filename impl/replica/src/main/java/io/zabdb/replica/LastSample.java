package io.zabdb.replica;

import io.zabdb.storage.tree.TreePressure;

/** The pressure of the store when it was sampled last. By the loop. */
final class LastSample {

  private TreePressure found = TreePressure.NONE;
  private int level;

  void set(TreePressure pressure) {
    found = pressure;
  }

  TreePressure found() {
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
