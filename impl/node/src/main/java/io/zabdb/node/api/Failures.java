package io.zabdb.node.api;

/** Takes what a node cannot go on with. Thread-safe. */
@FunctionalInterface
public interface Failures {

  /**
   * A replica has failed for good: a {@code ProtocolViolation}, a log that failed, damaged files.
   * The process stops with an exit code of its own; returns at once.
   *
   * @param group of the replica
   */
  void fatal(int group, Throwable cause);
}
