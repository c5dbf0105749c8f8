package io.zabdb.node.metrics;

/** The requests of clients, and of other groups, as metrics tell them apart. */
public enum RequestKind {
  UPDATE,
  GET,
  SCAN,
  SPREAD_READ,
  STALE_READ,
  READ_POINT,
  FORWARDED,
  ADMIN,
  MOVE;

  /** Whether a client waits for data. */
  boolean isForeground() {
    return this != ADMIN && this != MOVE && this != READ_POINT;
  }
}
