package io.zabdb.replica.settings;

/** When an update is acknowledged. */
public enum Durability {
  /** When it is on disk at a quorum (ACaZoo: batch). */
  SYNC,
  /**
   * When it is written at a quorum, to the caches of their operating systems (ACaZoo: periodic);
   * each syncs it after {@code flush-interval}. Processes that end lose nothing. A machine that
   * loses its power, or its operating system, may lose what was not synced, and a single one is
   * enough for an acknowledged update to be gone for good: the others that have it need only be out
   * of reach while this one and the rest choose a leader. That danger is over for an update once a
   * quorum of its epoch has synced it: {@code NothingSettledIsLost} of {@code
   * specs/log/Durability}.
   *
   * <p>What other groups, or members that leave, act upon counts only once it is on disk, with
   * this, too: the group's own commands, rosters, and all updates while a partition leaves the
   * group ({@code NothingFirmIsLost}).
   */
  PERIODIC
}
