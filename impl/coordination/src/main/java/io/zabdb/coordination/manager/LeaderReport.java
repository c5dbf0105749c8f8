package io.zabdb.coordination.manager;

/** What became of the report that a node leads a group. */
public enum LeaderReport {
  /** It is written. */
  WRITTEN,
  /** A leader of the same or a later epoch had been reported; nothing was written. */
  OUTDATED
}
