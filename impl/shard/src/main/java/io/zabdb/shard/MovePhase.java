package io.zabdb.shard;

/** What a group has of a partition. Source: {@code MoveState}. */
public enum MovePhase {
  /** Owns it. */
  SERVING,
  /** Owns it and sends it to the peer. */
  COPYING,
  /** The same, and takes no updates. */
  SEALED,
  /** Gave it to the peer; waits to hear that the peer serves. */
  SWITCHED,
  /** Holds part of a copy. */
  RECEIVING,
  /** Holds a whole copy; serves when the peer has switched. */
  READY;

  /** Of {@code MoveState!Readable}: the group serves it. */
  public boolean isOwned() {
    return this == SERVING || this == COPYING || this == SEALED;
  }

  /** Of {@code MoveState!Writable}. */
  public boolean takesUpdates() {
    return this == SERVING || this == COPYING;
  }

  /** It is on its way to the peer. */
  public boolean isLeaving() {
    return this == COPYING || this == SEALED || this == SWITCHED;
  }

  /** {@code MoveState!Copies}. */
  public boolean isCopy() {
    return this == RECEIVING || this == READY;
  }
}
