package io.zabdb.faults.nemesis;

/** What a nemesis does, and undoes. */
public enum Fault {
  /** kill -9 of a node. */
  KILL,
  /** kill -9 of the leader. */
  KILL_LEADER,
  /** kill -9 of all nodes at once. */
  KILL_ALL,
  /** A node that does not run is started. */
  START,
  /** SIGTERM for a node. */
  STOP,
  /** SIGSTOP for a node. */
  PAUSE,
  /** SIGCONT for all nodes that stand still. */
  RESUME,
  /** A node is cut off from all others. */
  ISOLATE,
  /** What one node sends does not reach another. */
  CUT_ONE_WAY,
  /** All cuts are undone. */
  HEAL,
  /** The leader is asked to hand over. */
  TRANSFER,
  /** A node is asked to compact all that it has. */
  COMPACT,
  /** All nodes are asked to compact all that they have. */
  COMPACT_ALL
}
