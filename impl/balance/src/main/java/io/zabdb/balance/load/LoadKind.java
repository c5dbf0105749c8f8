package io.zabdb.balance.load;

/** What a node can have too much of. */
public enum LoadKind {
  REQUESTS,
  BYTES
}
