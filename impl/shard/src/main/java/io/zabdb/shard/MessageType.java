package io.zabdb.shard;

/** What groups tell each other of a move. Source: {@code MoveGroups}. */
public enum MessageType {
  /** Source to destination: take part in the attempt. */
  PREPARE,
  /** Source to destination: what the partition has. */
  BASE,
  /** Source to destination: the update behind those sent. */
  CATCH,
  /** Source to destination: there are no more updates. */
  MANIFEST,
  /** Source to destination: the partition is yours. */
  ACTIVATE,
  /** Source to destination: the attempt is over. */
  CANCEL,
  /** Destination to source: it takes part. */
  ACCEPT,
  /** Destination to source: it holds the whole copy. */
  READY,
  /** Destination to source, or a later owner in its place: it serves, or did. */
  DONE,
  /** Destination to source: the number is at most its floor. */
  TOO_LOW
}
