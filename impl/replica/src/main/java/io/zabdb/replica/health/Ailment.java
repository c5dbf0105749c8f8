package io.zabdb.replica.health;

/** What a node, or one of its replicas, may suffer from. */
public enum Ailment {
  /** The disk has less room than {@code disk-reserve}. */
  DISK_ROOM,
  /** Syncs of the log take long. */
  SYNC_LATENCY,
  /** Garbage collections take much time. */
  COLLECTION,
  /** Bytes on disk are not what was written there. */
  DAMAGE,
  /** The clock is far from those of the other nodes. */
  CLOCK,
  /** The process has just started, and its code is not compiled yet. */
  COLD,
  /** Committed entries cannot be applied. */
  CANNOT_APPLY,
  /** Files that the group's log names were not here when they were asked for. */
  LACKS_FILES
}
