package io.zabdb.node.config;

/** When an update is acknowledged. */
public enum Durability {
  /** When it is on disk at a quorum (ACaZoo: batch). */
  SYNC,
  /**
   * When it is in memory at a quorum (ACaZoo: periodic); synced after a while: what was
   * acknowledged since may be lost if a quorum loses power at once.
   */
  PERIODIC
}
