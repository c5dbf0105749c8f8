package io.zabdb.core.step;

/** Why a request was refused. A refused request has not happened and never will. */
public enum Refusal {
  /** This replica is no established leader; ask the one it names. */
  NOT_LEADER,
  /** A limit on requests or bytes in flight is reached; try again later. */
  OVERLOADED,
  /**
   * Requests of this session before it are missing in this replica's log: send those first, or, if
   * they have been answered, ask another replica, since this one leads no longer and does not know.
   */
  OUT_OF_ORDER,
  /** The session has long gone on to later requests; the result is forgotten. */
  TOO_OLD,
  /** The payload is larger than the limit. */
  TOO_LARGE
}
