package io.zabdb.node.api;

/** Takes what a node cannot go on with. Thread-safe. */
@FunctionalInterface
public interface Failures {

  /** In place of a group: no replica can go on. */
  int WHOLE_NODE = -1;

  /**
   * A replica has failed for good: a {@code ProtocolViolation}, a log that failed, damaged files;
   * or an {@link Error}, after which nobody knows what is half done. The process stops with an exit
   * code of its own; returns at once.
   *
   * @param group of the replica, or {@link #WHOLE_NODE}
   */
  void fatal(int group, Throwable cause);
}
