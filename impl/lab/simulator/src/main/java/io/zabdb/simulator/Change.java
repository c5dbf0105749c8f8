package io.zabdb.simulator;

/** What operators change in a run all the time. */
public enum Change {
  /** Partitions are split and merged. */
  SPLITS,
  /** Partitions move between groups. */
  MOVES,
  /** Groups that have nothing end. */
  ENDS,
  /** Groups are born. */
  BIRTHS,
  /** Nodes become members of groups, and leave them. */
  MEMBERS,
  /** Balancers do all of that, as they see fit. */
  BALANCE
}
