package io.zabdb.maelstrom.group;

import io.zabdb.maelstrom.runtime.Node;

/** A program whose state is the group's. */
@FunctionalInterface
public interface GroupProgram {

  /** Says which requests it takes. */
  void start(Node node, Store store);
}
