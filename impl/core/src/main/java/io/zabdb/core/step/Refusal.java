package io.zabdb.core.step;

/** Why a request was refused. A refused request has not happened and never will. */
public enum Refusal {
  /** This replica is no established leader; ask the one it names. */
  NOT_LEADER,
  /** A limit on requests or bytes in flight is reached; try again later. */
  OVERLOADED,
  /** The payload is larger than the limit. */
  TOO_LARGE
}
