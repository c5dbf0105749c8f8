package io.zabdb.core.zab;

import io.zabdb.core.group.Members;
import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Message.Promise;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.Pending;
import io.zabdb.core.state.Phase;
import io.zabdb.core.state.RejectedException;
import io.zabdb.core.state.Vote;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.step.Output;
import io.zabdb.core.trace.Action;

/** A leader's actions of phase 2 ({@code specs/zab/Synchronization.tla}). */
abstract class LeaderSynchronization extends LeaderCommitment {

  protected LeaderSynchronization(Context context) {
    super(context);
  }

  /** {@code Synchronization!Joined}. */
  private long joined() {
    long joined = 0;
    for (int member = 0; member < ackEpoch.length; member++) {
      if (member != context.self() && ackEpoch[member] != Vote.NONE) {
        joined = Members.with(joined, member);
      }
    }
    return joined;
  }

  /** {@code Roster!Found}: the group is new; the first entry of its log says whose disks count. */
  public void found() {
    RejectedException.unless(
        phase == Phase.DISCOVERY && mayFound() && state.history.length() == 0,
        "somebody remembers, or is not heard");
    Roster roster = Roster.founding(disks);
    append(new Entry(0, 1, Roster.SESSION, roster.version(), roster.encode()));
    context.trace(Action.Found, -1, null, null, Roster.SESSION, roster.version());
  }

  /** {@code Synchronization!CompleteDiscovery}: its own history is the epoch's initial one. */
  public void completeDiscovery() {
    RejectedException.unless(
        promisedByQuorum() && Members.contains(latest(), context.self()),
        "the history is not known to be the latest");
    phase = Phase.SYNCHRONIZATION;
    state.pending = new Pending(EpochField.CURRENT, state.acceptedEpoch, state.history.length());
    forwarding = joined();
    for (int member = 0; member < ackEpoch.length; member++) {
      if (Members.contains(forwarding, member)) {
        sendSyncAndNewLeader(member, ackEpoch[member].zxid());
      }
    }
    context.trace(Action.CompleteDiscovery);
  }

  /**
   * {@code Synchronization!SyncAndNewLeader}: both messages that bring a follower into the epoch.
   */
  private void sendSyncAndNewLeader(int member, Zxid zxid) {
    channels.send(member, new Message.Sync(state.acceptedEpoch, syncMessage(zxid)));
    channels.send(member, new Message.NewLeader(state.acceptedEpoch));
  }

  @Override
  boolean awaitsDifference() {
    return phase == Phase.SYNCHRONIZATION && !adopted();
  }

  /** {@code Synchronization!HandlePULLED}: its own history is the latest now. */
  public void handlePULLED(Connection connection, Message.Pulled message) {
    expect(awaitsDifference(), message);
    int from = connection.initiator();
    install(message.difference());
    Vote vote = ackEpoch[from];
    ackEpoch[context.self()] = new Vote(Promise.FIRST, vote.epoch(), vote.zxid());
    rosters[context.self()] = rosters[from];
    phase = Phase.DISCOVERY;
    source = -1;
    context.trace(Action.HandlePULLED, from, connection, message);
  }

  /** {@code Synchronization!HandleACKEPOCH}: a follower has promised the epoch. */
  public void handleACKEPOCH(Connection connection, Message.AckEpoch message) {
    expect(proposedEpoch(), message);
    int from = connection.initiator();
    ackEpoch[from] = new Vote(message.promise(), message.currentEpoch(), message.lastZxid());
    rosters[from] = message.roster();
    if (adopted()) {
      forwarding = Members.with(forwarding, from);
      sendSyncAndNewLeader(from, message.lastZxid());
    }
    context.trace(Action.HandleACKEPOCH, from, connection, message);
  }

  /**
   * {@code Synchronization!LeaderPersistCurrentEpoch}: it counts as one of the epoch from now on.
   */
  public void leaderPersistCurrentEpoch() {
    RejectedException.unless(
        state.pending.is(EpochField.CURRENT) && historyOnDisk(), "the history is not on disk");
    state.currentEpoch = state.pending.epoch();
    state.pending = Pending.NONE;
    ackLeader = Members.with(ackLeader, context.self());
    acked[context.self()] = state.synced;
    commitUpTo(commitPoint(), ackLeader);
    context.trace(Action.LeaderPersistCurrentEpoch);
    takeOfficeIfEstablished();
  }

  /** {@code Synchronization!AdoptedByQuorum}. */
  protected boolean adoptedByQuorum() {
    return isQuorum(ackLeader);
  }

  /** {@code Synchronization!Establish}: the whole history is committed; requests are taken. */
  public void establish() {
    RejectedException.unless(
        phase == Phase.SYNCHRONIZATION && adoptedByQuorum(), "no quorum has adopted the epoch");
    phase = Phase.BROADCAST;
    sessions = state.history.sessions();
    channels.sendAll(
        withoutSelf(ackLeader), new Message.CommitLd(state.acceptedEpoch, state.lastZxid()));
    commit(state.history.length());
    context.output(new Output.LeaderChanged(context.self(), state.acceptedEpoch));
    context.trace(Action.Establish);
    takeOfficeIfEstablished();
  }

  void settleHistory() {
    long latest = latest();
    if (Members.contains(latest, context.self())) {
      if (!isPromisedByRoster()) {
        found();
      }
      completeDiscovery();
      return;
    }
    for (int member = 0; member < context.members(); member++) {
      if (Members.contains(latest, member) && channels.isOpen(member)) {
        pullHistory(member);
        return;
      }
    }
  }

  /** Its own entry into its epoch may come after that of a quorum of others. */
  private void takeOfficeIfEstablished() {
    if (phase == Phase.BROADCAST && Members.contains(ackLeader, context.self())) {
      context.transfer.takeOffice();
    }
  }
}
