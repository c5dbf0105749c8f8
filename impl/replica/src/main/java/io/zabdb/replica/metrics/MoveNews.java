package io.zabdb.replica.metrics;

/** How far a leader has come with a partition that moves. */
public enum MoveNews {
  /** An attempt is under way. */
  BEGUN,
  /** A leader before this one began it. */
  RESUMED,
  /** Its files are made, and offered. */
  OFFERED,
  /** A leader before has made files, and this one goes on offering them. */
  CONTINUED,
  /** It takes no updates. */
  SEALED,
  /** It is the other group's. */
  SWITCHED,
  /** The other group serves it. */
  MOVED,
  /** It stays. */
  GIVEN_UP,
  /** A partition comes from another group. */
  COMES,
  /** Its files are taken. */
  STAGED,
  /** This group serves it. */
  ARRIVED,
  /** It does not come after all. */
  CANCELLED,
  /** A replica that lacked files has taken the store of another one. */
  REPAIRED
}
