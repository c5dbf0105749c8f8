package io.zabdb.replica.metrics;

/** Why a leader hands over. */
public enum TransferReason {
  /** Its own compaction pressure is high. */
  PRESSURE,
  /** It is not fit to lead. */
  HEALTH,
  /** An operator wishes it, or the node stops. */
  REQUEST
}
