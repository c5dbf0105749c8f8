package io.zabdb.core.zab;

import io.zabdb.core.group.Members;
import io.zabdb.core.group.Roster;
import io.zabdb.core.state.Phase;
import io.zabdb.core.state.RejectedException;

/**
 * A leader's actions with the roster ({@code specs/zab/Roster.tla}): it says in the log whose disks
 * count. What it says takes effect at once, and it says nothing new before that is committed.
 */
abstract class LeaderRoster extends LeaderBroadcast {

  protected LeaderRoster(Context context) {
    super(context);
  }

  /** {@code Roster!RosterSettled}: the last roster in the log is committed. */
  protected boolean rosterSettled() {
    return state.lastCommitted >= state.history.rosterPlace();
  }

  /** {@code Roster!Seal}: all members have the founding on disk. */
  public void seal() {
    Roster roster = state.history.roster();
    RejectedException.unless(phase == Phase.BROADCAST && roster.isFounding(), "sealed already");
    log(roster.sealed());
  }

  /** {@code Roster!Retire}: the member has come with another disk than the one that counts. */
  public void retire(int member) {
    Roster roster = state.history.roster();
    RejectedException.unless(
        phase == Phase.BROADCAST
            && rosterSettled()
            && roster.disk(member) != Roster.NOBODY
            && !roster.counts(member, disks[member]),
        "the disk of member " + member + " is not gone");
    log(roster.with(member, Roster.NOBODY, context.members()));
  }

  /**
   * {@code Roster!CaughtUp}: it holds all up to the retirement of its old disk, and so all that the
   * old one helped to commit.
   */
  protected boolean caughtUp(int member) {
    return Members.contains(ackLeader, member) && acked[member] >= state.history.rosterPlace();
  }

  /** {@code Roster!Admit}: from now on the member's new disk counts. */
  public void admit(int member) {
    Roster roster = state.history.roster();
    RejectedException.unless(
        phase == Phase.BROADCAST
            && rosterSettled()
            && roster.disk(member) == Roster.NOBODY
            && caughtUp(member),
        "member " + member + " has not caught up");
    log(roster.with(member, disks[member], context.members()));
  }

  /** What counts changes with it, and so may what is committed. */
  private void log(Roster roster) {
    clientRequest(Roster.SESSION, roster.version(), roster.encode());
    commitUpTo(commitPoint(), ackLeader);
  }

  /** Takes the next step, if there is one. */
  void keepRoster() {
    Roster roster = state.history.roster();
    if (roster.isFounding()) {
      seal();
    } else if (rosterSettled()) {
      int member = stranger(roster);
      if (member >= 0) {
        replace(roster, member);
      }
    }
  }

  private void replace(Roster roster, int member) {
    if (roster.disk(member) == Roster.NOBODY) {
      admit(member);
    } else {
      retire(member);
    }
  }

  /**
   * The first that is here with a disk that does not count, and for which something can be done.
   */
  private int stranger(Roster roster) {
    for (int member = 0; member < context.members(); member++) {
      if (channels.isOpen(member)
          && !roster.counts(member, disks[member])
          && (roster.disk(member) != Roster.NOBODY || caughtUp(member))) {
        return member;
      }
    }
    return -1;
  }
}
