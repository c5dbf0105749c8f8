package io.zabdb.shard;

/** The commands of a group's log. Source: {@code MoveSharding!Admissible}. */
public enum CommandKind {
  /**
   * The first of each log: who the group is, and what it owns. Source: {@code MoveState!Founded}.
   */
  FOUND,
  UPDATE,
  BEGIN,
  SEAL,
  SWITCH,
  RELEASE,
  ABORT,
  PREPARE,
  STAGE,
  CATCH,
  FINISH,
  ACTIVATE,
  CANCEL,
  BEGIN_SHARDING,
  COMMIT_SHARDING,
  ABORT_SHARDING,
  /** The last of a log: the group has nothing, and takes nothing. */
  DISSOLVE;

  /** Whether it is about one partition and one attempt to move it. */
  boolean isOfAttempt() {
    return ordinal() >= BEGIN.ordinal() && ordinal() <= CANCEL.ordinal();
  }

  /** Whether it is about a split or a merge: it names what partitions are to become. */
  public boolean isSharding() {
    return this == BEGIN_SHARDING || this == COMMIT_SHARDING || this == ABORT_SHARDING;
  }

  /** Whether it names partitions. */
  boolean hasParts() {
    return this == FOUND || isSharding();
  }
}
