package io.zabdb.balance.load;

/** What is to become of a node. */
public enum NodeLife {
  /** It takes part. */
  STAYS,
  /** An operator wants it to have no replicas any more; it still serves those that it has. */
  LEAVES,
  /** It has been away for so long that its replicas are to be made elsewhere. */
  DEAD
}
