package io.zabdb.core.zab;

import io.zabdb.core.group.Roster;
import io.zabdb.core.state.RejectedException;
import io.zabdb.core.transfer.LeadershipTransfer;

/**
 * A leader's actions with the roster ({@code specs/zab/Roster.tla}): it says in the log whose disks
 * count. What it says takes effect at once, and it says nothing new before that is committed.
 *
 * <pre>
 * a member's disk      by        then
 * counted              Retire    nobody counts, once it came with another
 * nobody counts        Admit     its new disk counts, once that has caught up, and has all files
 * </pre>
 *
 * <p>{@code Seal} ends the founding; {@code Found} is in {@link LeaderSynchronization}.
 */
public final class LeaderRoster {

  private final LeaderState leader;
  private final Context context;
  private final ReplicaState state;
  private final LeaderBroadcast broadcast;
  private final LeaderCommitment commitment;
  private final LeadershipTransfer transfer;
  private final Guards guards;

  LeaderRoster(
      LeaderState leader,
      LeaderBroadcast broadcast,
      LeaderCommitment commitment,
      LeadershipTransfer transfer,
      Guards guards) {
    this.leader = leader;
    this.context = leader.context;
    this.state = leader.replica;
    this.broadcast = broadcast;
    this.commitment = commitment;
    this.transfer = transfer;
    this.guards = guards;
  }

  /** {@code Roster!Seal}: all members have the founding on disk. */
  public void seal() {
    Roster roster = state.history.roster();
    RejectedException.unless(leader.isEstablished() && roster.isFounding(), "sealed already");
    log(roster.sealed());
  }

  /** {@code Roster!Retire}: the member has come with another disk than the one that counts. */
  public void retire(int member) {
    Roster roster = state.history.roster();
    RejectedException.unless(
        leader.isEstablished()
            && guards.rosterSettled(state)
            && roster.disk(member) != Roster.NOBODY
            && !roster.counts(member, leader.disks[member]),
        "the disk of member " + member + " is not gone");
    log(roster.with(member, Roster.NOBODY, context.settings.members()));
  }

  /** {@code Roster!Admit}: from now on the member's new disk counts. */
  public void admit(int member) {
    Roster roster = state.history.roster();
    RejectedException.unless(
        leader.isEstablished()
            && guards.rosterSettled(state)
            && roster.disk(member) == Roster.NOBODY
            && guards.caughtUp(leader, member),
        "member " + member + " has not caught up");
    log(roster.with(member, leader.disks[member], context.settings.members()));
  }

  /** {@code WholeMembers!Admit}: the replica of a member lacks no files. */
  void memberIsWhole(int member) {
    Roster roster = state.history.roster();
    boolean mayLog = leader.isEstablished() && transfer.admits() && guards.rosterSettled(state);
    if (mayLog && isStranger(roster, member) && mayCount(roster, member)) {
      admit(member);
    }
  }

  /** What counts changes with it, and so may what is committed. */
  private void log(Roster roster) {
    broadcast.clientRequest(Roster.SESSION, roster.version(), roster.encode());
    commitment.commit();
  }

  /** Takes the next step, if there is one. */
  void keep() {
    Roster roster = state.history.roster();
    if (roster.isFounding()) {
      seal();
    } else if (guards.rosterSettled(state)) {
      int member = stranger(roster);
      if (member >= 0) {
        replace(roster, member);
      }
    }
  }

  private void replace(Roster roster, int member) {
    if (mayRetire(roster, member)) {
      retire(member);
    } else {
      admit(member);
    }
  }

  /**
   * The first that votes, is here with a disk that does not count, and for which something can be
   * done.
   */
  private int stranger(Roster roster) {
    for (int member = 0; member < context.members(); member++) {
      if (isStranger(roster, member)
          && (mayRetire(roster, member) || countsWithTheLog(roster, member))) {
        return member;
      }
    }
    return -1;
  }

  /** It votes, and is here with a disk that does not count. */
  private boolean isStranger(Roster roster, int member) {
    return context.configuration(roster).includes(member)
        && leader.channels.isOpen(member)
        && !roster.counts(member, leader.disks[member]);
  }

  private static boolean mayRetire(Roster roster, int member) {
    return roster.disk(member) != Roster.NOBODY;
  }

  private boolean mayCount(Roster roster, int member) {
    return !mayRetire(roster, member) && guards.caughtUp(leader, member);
  }

  /** Where all that a replica has comes through the log. */
  private boolean countsWithTheLog(Roster roster, int member) {
    return !context.settings.hasFiles() && mayCount(roster, member);
  }
}
