package io.zabdb.replica;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.message.Datagram.Role;
import io.zabdb.core.state.StateView;

/**
 * Says so when this replica is of no use any more, since its member was removed from the group: the
 * last roster in its log, which is known to be committed, names its disk and does not let it vote;
 * or others know such a one. Its own log may say nothing any more: a replica that has promised a
 * later epoch than that of the group follows nobody. One that leads hands over first. By the loop.
 *
 * <p>Source: {@code Removals!KnowsRemoval} and {@code IsTold}.
 */
final class RemovalWatch {

  private final Configuration founders;
  private final StateView state;
  private final Runnable removed;

  private boolean isTold;

  /** Read by other threads, too. */
  private volatile boolean isSaid;

  /**
   * @param founders of the group
   * @param state a live view
   * @param removed is told, once
   */
  RemovalWatch(Configuration founders, StateView state, Runnable removed) {
    this.founders = founders;
    this.state = state;
    this.removed = removed;
  }

  /** Whether it was said. By any thread. */
  boolean isRemoved() {
    return isSaid;
  }

  /** A roster that others know to be committed names this disk of its member, which has left. */
  void told(long disk) {
    isTold |= disk == state.disk();
    turnEnded();
  }

  /** Anything may have changed in the turn. */
  void turnEnded() {
    if (!isSaid && state.role() != Role.LEADING && (isTold || knowsRemoval())) {
      isSaid = true;
      removed.run();
    }
  }

  private boolean knowsRemoval() {
    return state.rosterPlace() <= state.lastCommitted()
        && state.roster().hasLeft(state.self(), state.disk(), founders);
  }
}
