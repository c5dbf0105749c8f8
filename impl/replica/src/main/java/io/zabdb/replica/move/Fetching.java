package io.zabdb.replica.move;

/** How far files are that are fetched. */
public enum Fetching {
  /** The replica has them. */
  THERE,
  /** They come. */
  UNDER_WAY,
  /** Others come first. */
  BUSY,
  /** They do not come. */
  FAILED
}
