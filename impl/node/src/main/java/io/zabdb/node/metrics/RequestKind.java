package io.zabdb.node.metrics;

/** The requests of clients, as metrics tell them apart. */
public enum RequestKind {
  UPDATE,
  GET,
  SCAN,
  STALE_READ,
  FORWARDED,
  ADMIN
}
