package io.zabdb.maelstrom.runtime;

/** What a node does. Everything happens on the node's event loop. */
@FunctionalInterface
public interface Program {

  /** Begins, once the node knows its name and the others'. Says which requests it takes. */
  void start(Node node) throws Exception;
}
