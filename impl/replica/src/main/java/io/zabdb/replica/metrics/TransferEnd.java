package io.zabdb.replica.metrics;

/** Why a leader does not hand over after all. */
public enum TransferEnd {
  /** The successor fell behind, began to compact, or is hot itself. */
  UNFIT,
  /** What was under way took too long. */
  TIMEOUT,
  /** The leader lost its leadership meanwhile. */
  LOST
}
