package io.zabdb.balance.plan;

/** The actions of {@code specs/shard/Bootstrap} that are the planner's. */
public enum BootstrapAction {
  /** A new, empty group begins to join: an operator wants it. */
  StartBootstrap,
  /** What the heavily loaded groups shall give is counted. */
  PlanShares,
  /** A heavily loaded group gives one of its share. */
  PullShare,
  /** The shares have come: the new group counts as a member. */
  CompleteJoin,
  /** The new group takes one more, in the background. */
  Pull,
  /** It has as many as it should have. */
  EndBootstrap,
  /** A group begins to leave: an operator wants it. */
  Decommission,
  /** It gives one of what it has to the least loaded. */
  Drain,
  /** It has nothing left. */
  Leave
}
