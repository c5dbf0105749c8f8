package io.zabdb.core.zab;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Members;
import io.zabdb.core.group.Roster;
import io.zabdb.core.state.RejectedException;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Output;
import io.zabdb.core.step.Refusal;
import io.zabdb.core.transfer.LeadershipTransfer;
import org.jspecify.annotations.Nullable;

/**
 * A leader's part in a change of the members ({@code specs/zab/Reconfig.tla}): it says in the log
 * who votes. What it says takes effect at once, and it says nothing new before that is committed.
 *
 * <pre>
 * voter sets       by                   then
 * old              Change to Join       old and new: both must agree
 * old and new      Change to Leave      new; or old, if the change is to be undone
 * </pre>
 *
 * <p>A leader that has joined others leaves as soon as it can, whoever logged Join. One that is not
 * among those that stay hands over, or else gives up, once that is committed. Not thread-safe.
 */
public final class LeaderMembers {

  private static final int ANYBODY = -1;
  private static final int NOBODY = -1;

  private final LeaderState leader;
  private final Context context;
  private final ReplicaState state;
  private final LeaderBroadcast broadcast;
  private final LeaderCommitment commitment;
  private final LeadershipTransfer transfer;
  private final Guards guards;

  /** The change under way is to be undone; a leader that follows would not know. */
  private boolean undoing;

  /** Ticks since its own removal was committed. */
  private int removed;

  LeaderMembers(
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

  /**
   * {@code Reconfig!Change}: Join, Leave, or the old members again in Leave's place, each adjacent
   * to what it follows. What counts changes with it, and so may what is committed.
   */
  public void change(Roster next) {
    RejectedException.unless(
        leader.isEstablished() && guards.settled(state) && staysFree(next),
        "the change before is not committed, or compactions cannot be spared");
    undoing = false;
    broadcast.clientRequest(Roster.SESSION, next.version(), next.encode());
    commitment.commit();
  }

  /** {@code ChangingMembers!StaysFree}: those that may be compacting can be spared. */
  private boolean staysFree(Roster next) {
    return context.configuration(next).isQuorum(transfer.idle());
  }

  // -- what an operator wants

  void requested(Input.OfMembers wanted) {
    if (wanted instanceof Input.DismissalRequested dismissal) {
      dismiss(dismissal);
    } else if (wanted instanceof Input.MembersRequested change) {
      begin(change);
    }
  }

  /** Begins a change, unless it is begun already; or says why not. */
  private void begin(Input.MembersRequested request) {
    Configuration now = context.configuration();
    boolean isAgain = request.voters() == now.last();
    boolean isUndo = now.isJoint() && request.voters() == now.first();
    if (leader.isEstablished() && (isAgain || isUndo)) {
      undoing = isUndo;
      answer(request.token());
      return;
    }
    Refusal refusal = refusal(request.voters(), now);
    if (refusal == null) {
      join(request);
    } else {
      refuse(request.token(), refusal);
    }
  }

  /** It is so already: the last roster is the answer, once that is committed. */
  private void answer(long token) {
    leader.requests.addRetry(
        token, Roster.SESSION, state.history.roster().version(), state.history.rosterPlace());
    leader.requests.committed(state.lastCommitted);
  }

  private void refuse(long token, Refusal refusal) {
    int known = leader.isEstablished() ? context.self() : -1;
    context.output(new Output.Refuse(token, refusal, known));
  }

  private @Nullable Refusal refusal(long voters, Configuration now) {
    if (!leader.isEstablished()) {
      return Refusal.NOT_LEADER;
    }
    if (!Configuration.isVoterSet(voters) || voters >> context.members() != 0) {
      return Refusal.BAD_MEMBERS;
    }
    if (now.isJoint() || state.history.roster().isFounding() || !guards.settled(state)) {
      return Refusal.CHANGING;
    }
    return isReady(voters, now) ? null : Refusal.NOT_READY;
  }

  private static boolean isNew(int member, long voters, Configuration now) {
    return Members.contains(voters, member) && !now.includes(member);
  }

  /**
   * {@code MCReconfigLive!CaughtUp}: all that are new have the log, none of them with the disk with
   * which it left ({@code Removals!IsReady}), and a majority of those that would vote are here.
   * Safety does not need it; the group would wait for them.
   */
  private boolean isReady(long voters, Configuration now) {
    // A machine without power tells nobody: its connection looks open for long.
    long heard = leader.channels.heardWithin(context.settings.timing().leaderTimeout());
    long present = 0;
    for (int member = 0; member < context.members(); member++) {
      boolean isNew = isNew(member, voters, now);
      boolean isHere =
          Members.contains(heard, member) && (isNew ? mayJoin(member) : isHere(member));
      if (isNew && !isHere) {
        return false;
      }
      present = isHere ? Members.with(present, member) : present;
    }
    return transfer.admits()
        && Configuration.of(voters).isQuorum(present)
        && staysFree(join(voters));
  }

  private boolean mayJoin(int member) {
    return state.history.roster().mayJoin(member, leader.disks[member]) && hasTheLog(member);
  }

  private boolean hasTheLog(int member) {
    long lag = state.history.length() - leader.acked[member];
    return leader.channels.isOpen(member)
        && Members.contains(leader.ackLeader, member)
        && lag <= context.settings.transfer().maxLag();
  }

  private boolean isHere(int member) {
    return guards.caughtUp(leader, member)
        && guards.counts(leader, state.history.roster(), member)
        && (member == context.self() || leader.channels.isOpen(member));
  }

  private Roster join(long voters) {
    return state.history.roster().join(voters, leader.disks, context.founders());
  }

  private void join(Input.MembersRequested request) {
    log(request.token(), join(request.voters()));
  }

  private void log(long token, Roster next) {
    leader.requests.addLogged(token, Roster.SESSION, next.version(), state.history.length() + 1, 0);
    change(next);
  }

  /** Dismisses a learner, unless none is there; or says why not. */
  private void dismiss(Input.DismissalRequested request) {
    Configuration now = context.configuration();
    Roster roster = state.history.roster();
    int learner = learner(request.learners() & ~now.voters());
    boolean isBusy = now.isJoint() || roster.isFounding() || !guards.settled(state);
    if (!leader.isEstablished()) {
      refuse(request.token(), Refusal.NOT_LEADER);
    } else if (learner == NOBODY) {
      answer(request.token());
    } else if (isBusy || !transfer.admits() || !staysFree(roster)) {
      refuse(request.token(), Refusal.CHANGING);
    } else {
      log(request.token(), roster.dismiss(learner, leader.disks, now));
    }
  }

  /**
   * The first of some that {@code Removals!Dismiss} is for: it has acknowledged something of this
   * leader's, so it has not come with another disk since, and it has not been dismissed.
   */
  private int learner(long some) {
    for (int member = 0; member < context.members(); member++) {
      if (Members.contains(some, member)
          && leader.channels.isOpen(member)
          && Members.contains(leader.ackLeader, member)
          && state.history.roster().mayJoin(member, leader.disks[member])) {
        return member;
      }
    }
    return NOBODY;
  }

  // -- what it does by itself

  /** Takes the next step, if there is one: Leave. */
  void keep() {
    Configuration now = context.configuration();
    if (now.isJoint() && guards.settled(state)) {
      Roster next = state.history.roster().leave(undoing);
      if (staysFree(next)) {
        change(next);
      }
    }
  }

  /** Once for each tick: whether a leader that was removed has found nobody to hand over to. */
  boolean isOver() {
    boolean isRemoved =
        leader.isEstablished()
            && guards.settled(state)
            && !context.configuration().includes(context.self());
    removed = isRemoved ? removed + 1 : 0;
    if (isRemoved) {
      transfer.requested(ANYBODY);
    }
    return removed
        > context.settings.timing().leaderTimeout() + context.settings.transfer().drainTimeout();
  }
}
