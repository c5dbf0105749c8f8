package io.zabdb.core.transfer;

import io.zabdb.core.group.Members;
import io.zabdb.core.message.Datagram.Permit;
import io.zabdb.core.state.RejectedException;
import io.zabdb.core.step.Output;
import io.zabdb.core.trace.TransferAction;

/**
 * Permits: never a quorum compacts at once. Not thread-safe.
 *
 * <pre>
 * run    by                                  then
 * even   StartCompaction, CompactFreely      odd: a heavy compaction runs
 * odd    FinishCompaction                    even
 * </pre>
 *
 * <p>{@code GrantPermit} is a leader's part in it.
 */
public final class Permits {

  private final TransferState state;
  private final TransferGuards guards;

  Permits(TransferState state, TransferGuards guards) {
    this.state = state;
    this.guards = guards;
  }

  /** {@code GrantPermit}. */
  public void grantPermit(int member) {
    RejectedException.unless(
        state.settings.staggered() && state.host.leads() && guards.mayGrant(state, member),
        "no permit for " + member);
    if (!guards.holdsPermit(state, member)) {
      state.granted[member] = state.heardRun[member] + 1;
    }
    Permit permit = new Permit(state.host.epoch(), state.granted[member]);
    state.host.output(new Output.Notify(member, permit));
    state.trace(TransferAction.GrantPermit, member, permit);
  }

  /** {@code StartCompaction}: a member with a permit compacts, even if it has cooled. */
  public void startCompaction(int from, Permit permit) {
    RejectedException.unless(
        !state.host.triesToLead() && guards.isValidPermit(state, permit), "void: " + permit);
    state.run++;
    state.host.output(new Output.Compact(state.run));
    state.trace(TransferAction.StartCompaction, from, permit);
  }

  boolean mayCompactFreely() {
    return !state.settings.staggered()
        && !state.host.triesToLead()
        && guards.hot(state)
        && !state.compacting();
  }

  /** {@code CompactFreely}: without staggering a follower compacts when it likes. */
  public void compactFreely() {
    RejectedException.unless(mayCompactFreely(), "may not compact");
    state.run++;
    state.host.output(new Output.Compact(state.run));
    state.trace(TransferAction.CompactFreely, -1, null);
  }

  /** {@code FinishCompaction}: the next sample tells what new work there is. */
  public void finishCompaction() {
    RejectedException.unless(state.compacting(), "no compaction runs");
    state.run++;
    state.pressure = 0;
    state.trace(TransferAction.FinishCompaction, -1, null);
  }

  /** Those under way are sent again: they may have been lost. */
  void repeat() {
    for (int member = 0; member < state.host.members(); member++) {
      if (state.host.leads()
          && guards.holdsPermit(state, member)
          && guards.mayGrant(state, member)) {
        grantPermit(member);
      }
    }
  }

  /** Whether no member that is here compacts heavily, or may begin to, for all that it knows. */
  boolean areHeldByNobody() {
    long busy = guards.busy(state);
    for (int member = 0; member < state.host.members(); member++) {
      if (Members.contains(busy, member) && state.lag(member) < state.behind()) {
        return false;
      }
    }
    return true;
  }

  /** Permits whatever the group can spare; of a leader. */
  void grant() {
    for (int next = nextToPermit(); next >= 0; next = nextToPermit()) {
      grantPermit(next);
    }
  }

  /** Of those that may have a new permit, the hottest; -1 if there is none. */
  private int nextToPermit() {
    int hottest = -1;
    for (int member = 0; state.settings.staggered() && member < state.host.members(); member++) {
      if (guards.mayGrant(state, member)
          && !guards.holdsPermit(state, member)
          && (hottest < 0 || state.heardPressure[member] > state.heardPressure[hottest])) {
        hottest = member;
      }
    }
    return hottest;
  }
}
