package io.zabdb.core.step;

/** Why a request was refused. A refused request has not happened and never will. */
public enum Refusal {
  /** This replica is no established leader; ask the one it names. */
  NOT_LEADER,
  /** A limit on requests or bytes in flight is reached; try again later. */
  OVERLOADED,
  /** The payload is larger than the limit. */
  TOO_LARGE,
  /** Members: nobody would vote, a number is beyond those that there are, or was another disk's. */
  BAD_MEMBERS,
  /** Members: the change before is not done, or the group is not founded; try again later. */
  CHANGING,
  /**
   * Members: one that is new does not follow or has not caught up, there would be no quorum, or
   * those that compact could not be spared; try again later.
   */
  NOT_READY
}
