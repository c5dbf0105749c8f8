package io.zabdb.node.metrics;

/** Why a leader hands over. */
public enum TransferReason {
  /** Its own compaction pressure is high. */
  PRESSURE,
  /** An operator wishes it, or the node stops. */
  REQUEST
}
