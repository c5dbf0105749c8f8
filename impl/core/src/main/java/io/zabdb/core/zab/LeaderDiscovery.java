package io.zabdb.core.zab;

import io.zabdb.core.group.Members;
import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Message.Promise;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.Pending;
import io.zabdb.core.state.Phase;
import io.zabdb.core.state.RejectedException;
import io.zabdb.core.state.Vote;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.trace.Action;

/** A leader's actions of phase 1 ({@code specs/zab/Discovery.tla}). */
abstract class LeaderDiscovery extends LeaderState {

  protected LeaderDiscovery(Context context) {
    super(context);
  }

  /** {@code Discovery!ProposedEpoch}: its own promise is written, and may be made known. */
  boolean proposedEpoch() {
    return ackEpoch[context.self()] != Vote.NONE;
  }

  /**
   * {@code Discovery!HandleCEPOCH}: what was known of the member over an old connection is void.
   */
  public void handleCEPOCH(Connection connection, Message.Cepoch message) {
    int from = connection.initiator();
    channels.open(connection);
    cepoch[from] = message.acceptedEpoch();
    disks[from] = message.disk();
    forgetFollower(from);
    if (proposedEpoch()) {
      channels.send(from, new Message.NewEpoch(state.acceptedEpoch));
    }
    context.trace(Action.HandleCEPOCH, from, connection, message);
  }

  protected void forgetFollower(int member) {
    ackEpoch[member] = Vote.NONE;
    forwarding = Members.without(forwarding, member);
    ackLeader = Members.without(ackLeader, member);
    acked[member] = 0;
    reads.acks = Members.without(reads.acks, member);
  }

  /** {@code Discovery!Reported}. */
  long reported() {
    long reported = selfAsSet();
    for (int member = 0; member < cepoch.length; member++) {
      if (cepoch[member] >= 0) {
        reported = Members.with(reported, member);
      }
    }
    return reported;
  }

  /** {@code Discovery!EpochsReported}: a quorum's promises are known. */
  protected boolean epochsReported() {
    return context.isMajority(reported());
  }

  /** {@code Discovery!NewEpoch}: the least above all promises reported. */
  private long newEpoch() {
    long newest = state.acceptedEpoch;
    for (long epoch : cepoch) {
      newest = Math.max(newest, epoch);
    }
    return newest + 1;
  }

  /** {@code Discovery!NoEpochYet}: an epoch is picked once. */
  protected boolean noEpochYet() {
    return !proposedEpoch() && state.pending == Pending.NONE;
  }

  /** {@code Discovery!ProposeEpoch}: the epoch is picked, and its own promise being written. */
  public void proposeEpoch() {
    RejectedException.unless(noEpochYet() && epochsReported(), "no quorum has reported");
    write(new Pending(EpochField.ACCEPTED, newEpoch(), 0));
    context.trace(Action.ProposeEpoch);
  }

  /** {@code Discovery!LeaderPersistAcceptedEpoch}: the epoch is proposed. */
  public void leaderPersistAcceptedEpoch() {
    RejectedException.unless(state.pending.is(EpochField.ACCEPTED), "no promise is being written");
    state.acceptedEpoch = state.pending.epoch();
    state.pending = Pending.NONE;
    ackEpoch[context.self()] = state.vote(Promise.FIRST);
    rosters[context.self()] = state.history.roster();
    channels.sendAll(withoutSelf(reported()), new Message.NewEpoch(state.acceptedEpoch));
    context.trace(Action.LeaderPersistAcceptedEpoch);
  }

  /** {@code Discovery!Counts}: only who promised this epoch to this leader makes the quorum. */
  protected boolean counts(Vote vote) {
    return vote.promise() == Promise.FIRST;
  }

  /** {@code Discovery!Voters}. */
  protected long voters() {
    long voters = 0;
    for (int member = 0; member < ackEpoch.length; member++) {
      if (counts(ackEpoch[member])) {
        voters = Members.with(voters, member);
      }
    }
    return voters;
  }

  /** {@code Discovery!NotLater}: by the epoch in which a history was adopted, then by its end. */
  protected boolean notLater(Vote vote, Vote other) {
    return vote.epoch() < other.epoch()
        || (vote.epoch() == other.epoch() && vote.zxid().compareTo(other.zxid()) <= 0);
  }

  /** {@code Discovery!Latest}: the voters with the latest history. */
  protected long latest() {
    long voters = voters();
    long latest = 0;
    for (int member = 0; member < ackEpoch.length; member++) {
      if (Members.contains(voters, member) && isLatest(member, voters)) {
        latest = Members.with(latest, member);
      }
    }
    return latest;
  }

  private boolean isLatest(int member, long voters) {
    for (int other = 0; other < ackEpoch.length; other++) {
      if (Members.contains(voters, other) && !notLater(ackEpoch[other], ackEpoch[member])) {
        return false;
      }
    }
    return true;
  }

  /** {@code Discovery!PromisedByQuorum}: a quorum has promised the epoch to it, and to no other. */
  protected boolean promisedByQuorum() {
    return phase == Phase.DISCOVERY && (isPromisedByRoster() || mayFound());
  }

  /** A quorum by the roster of the latest history that is promised. */
  boolean isPromisedByRoster() {
    long latest = latest();
    return latest != 0 && isQuorum(decidingRoster(latest), voters());
  }

  /** {@code Roster!DecidingHistory}: of the members with the latest history, any. */
  protected Roster decidingRoster(long latest) {
    return rosters[Long.numberOfTrailingZeros(latest)];
  }

  /** {@code Roster!Found}: all members promised, and none remembers anything. */
  boolean mayFound() {
    long voters = voters();
    for (int member = 0; member < ackEpoch.length; member++) {
      if (Members.contains(voters, member) && !ackEpoch[member].zxid().equals(Zxid.ZERO)) {
        return false;
      }
    }
    return foundersSuffice(voters);
  }

  /** {@code Discovery!Adopted}: its own history is the initial history of its epoch. */
  boolean adopted() {
    return state.pending.is(EpochField.CURRENT) || Members.contains(ackLeader, context.self());
  }

  /**
   * {@code Discovery!PullHistory}: a member with the latest history is asked for what is missing.
   */
  public void pullHistory(int member) {
    long latest = latest();
    RejectedException.unless(
        promisedByQuorum()
            && Members.contains(latest, member)
            && !Members.contains(latest, context.self())
            && channels.isOpen(member),
        "nothing to pull from " + member);
    phase = Phase.SYNCHRONIZATION;
    source = member;
    channels.send(member, new Message.Pull(state.acceptedEpoch, state.lastZxid()));
    context.trace(Action.PullHistory, member, null, null);
  }
}
