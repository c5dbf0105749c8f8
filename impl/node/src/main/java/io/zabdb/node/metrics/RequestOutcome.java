package io.zabdb.node.metrics;

/** How requests end, as metrics tell them apart. */
public enum RequestOutcome {
  OK,
  /** A limit on work under way was reached. */
  OVERLOADED,
  /** Another node or group should have been asked. */
  REDIRECTED,
  /** No leader with a quorum. */
  UNAVAILABLE,
  /** The client's time was over before it was begun, or before another node had answered. */
  ABANDONED,
  /** The client's mistake. */
  REFUSED,
  /** The disk is full, damaged or failed, or a defect. */
  FAILED
}
