package io.zabdb.balance.load;

/** What is to become of a node. */
public enum NodeLife {
  /** It takes part. */
  STAYS,
  /** Nothing has been heard of it for a moment: it is given nothing, and keeps what it has. */
  AWAY,
  /** An operator wants it to have no replicas any more; it still serves those that it has. */
  LEAVES,
  /** It has been away for so long that its replicas are to be made elsewhere. */
  DEAD;

  /** Whether its replicas are to be made elsewhere. */
  public boolean isToGo() {
    return this == LEAVES || this == DEAD;
  }

  /** Whether it answers. */
  public boolean isHere() {
    return this == STAYS || this == LEAVES;
  }
}
