package io.zabdb.node.metrics;

/** How requests end, as metrics tell them apart. */
public enum Outcome {
  OK,
  /** A limit on work under way was reached. */
  OVERLOADED,
  /** Another node or group should have been asked. */
  REDIRECTED,
  /** No leader with a quorum, or not in time. */
  UNAVAILABLE,
  /** The client's mistake. */
  REFUSED,
  /** The disk is full, damaged or failed, or a defect. */
  FAILED
}
