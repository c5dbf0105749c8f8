package io.zabdb.client.call;

/** Which nodes may answer an operation, and what it means to ask twice. */
public enum OperationKind {
  /** Changes the state: asked by a session, so that it happens once. The leader answers. */
  UPDATE,
  /** Linearizable: the leader answers. */
  READ,
  /** Linearizable: any replica answers, and asks the leader how much of the log it must see. */
  SPREAD_READ,
  /** Any replica answers. */
  STALE_READ;

  /** Whether replicas that do not lead answer it. */
  public boolean isForAnyReplica() {
    return this == SPREAD_READ || this == STALE_READ;
  }
}
