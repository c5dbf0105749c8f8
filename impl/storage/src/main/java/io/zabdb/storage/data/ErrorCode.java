package io.zabdb.storage.data;

/** What went wrong, by name. */
public enum ErrorCode {
  /** The request makes no sense; asking again does not help. */
  INVALID_ARGUMENT,
  /** Something in the request exceeds its limit. */
  TOO_LARGE,
  /** No such partition or family here. */
  NOT_FOUND,
  /** There is such a partition already. */
  ALREADY_EXISTS,
  /** A request of a session that has gone on to later ones. */
  STALE,
  /** A request of a session that may have been forgotten: it may be a retry, and was not run. */
  TOO_OLD,
  /** Bytes on disk are not what was written there: rebuild this replica from its group. */
  CORRUPT,
  /** The disk failed. */
  IO,
  /** The disk is full: it may have room again. */
  NO_SPACE
}
