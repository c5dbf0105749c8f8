package io.zabdb.core.step;

/** The persisted epochs. */
public enum EpochField {
  /** The last epoch promised ({@code ZabState!acceptedEpoch}). */
  ACCEPTED,
  /** The last epoch whose history was adopted ({@code ZabState!currentEpoch}). */
  CURRENT
}
