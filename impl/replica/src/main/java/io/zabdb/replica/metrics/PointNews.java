package io.zabdb.replica.metrics;

/** What becomes of reads that a replica serves behind the point that its leader has named. */
public enum PointNews {
  /** It had heard already that as much is committed. */
  AT_ONCE,
  /** It has yet to hear that. */
  AWAITED,
  /** It did not hear it in time. */
  GIVEN_UP
}
