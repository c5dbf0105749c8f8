package io.zabdb.schedule.deed;

/** What of a node a fault befalls: a node has at most one fault of each. */
public enum Part {
  PROCESS,
  LINKS,
  DISK,
  CLOCK,
  /** The configuration manager, whatever happens to nodes. */
  MANAGER,
  /** Nothing stays of it that would have to be undone. */
  NONE
}
