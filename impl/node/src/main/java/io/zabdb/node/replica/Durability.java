package io.zabdb.node.replica;

/** When an update counts as stored (ACaZoo, section III). */
public enum Durability {
  /** On disk at a quorum: ACaZoo's <em>batch</em>. Survives the loss of power everywhere. */
  SYNC,
  /**
   * In memory at a quorum; written to disk every now and then. Survives crashes of a minority of
   * machines, and of all processes; the last updates are lost if a quorum of machines loses power
   * at once.
   */
  PERIODIC
}
