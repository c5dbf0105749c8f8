package io.zabdb.client.call;

/** Which nodes may answer an operation, and what it means to ask twice. */
public enum OperationKind {
  /** Changes the state: asked by a session, so that it happens once. The leader answers. */
  UPDATE,
  /** Linearizable: the leader answers. */
  READ,
  /** Any replica answers. */
  STALE_READ
}
