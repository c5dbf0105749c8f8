package io.zabdb.core.zab;

import io.zabdb.core.group.Members;
import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Message.Promise;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.Pending;
import io.zabdb.core.state.Phase;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.state.RejectedException;
import io.zabdb.core.state.Vote;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.step.Output;
import io.zabdb.core.trace.Action;
import io.zabdb.core.transfer.LeadershipTransfer;
import java.util.Arrays;

/**
 * A leader's actions of phase 2 ({@code specs/zab/Synchronization.tla}): a quorum adopts the
 * initial history of its epoch.
 *
 * <pre>
 * from             by                           to
 * SYNCHRONIZATION  HandlePULLED                 DISCOVERY, its own history being the latest now
 * DISCOVERY        Found, CompleteDiscovery     SYNCHRONIZATION, its own history is the initial one
 * SYNCHRONIZATION  HandleACKEPOCH               SYNC and NEWLEADER to who comes late
 * SYNCHRONIZATION  LeaderPersistCurrentEpoch    it is in its epoch itself
 * SYNCHRONIZATION  Establish                    BROADCAST
 * </pre>
 */
public final class LeaderSynchronization {

  private final LeaderState leader;
  private final Context context;
  private final ReplicaState state;
  private final LogKeeping log;
  private final Differences differences;
  private final EpochWrites writes;
  private final LeaderCommitment commitment;
  private final LeadershipTransfer transfer;
  private final Guards guards;

  LeaderSynchronization(
      LeaderState leader,
      LogKeeping log,
      Differences differences,
      EpochWrites writes,
      LeaderCommitment commitment,
      LeadershipTransfer transfer,
      Guards guards) {
    this.leader = leader;
    this.context = leader.context;
    this.state = leader.replica;
    this.log = log;
    this.differences = differences;
    this.writes = writes;
    this.commitment = commitment;
    this.transfer = transfer;
    this.guards = guards;
  }

  /** {@code Synchronization!Joined}. */
  private long joined() {
    long joined = 0;
    for (int member = 0; member < leader.members(); member++) {
      if (member != context.self() && leader.ackEpoch[member] != Vote.NONE) {
        joined = Members.with(joined, member);
      }
    }
    return joined;
  }

  /** Its own history is the latest, or the group is new. */
  void beginWithOwnHistory() {
    if (!guards.isPromisedByRoster(leader) && state.history.length() == 0) {
      found();
    }
    if (!context.mayForgetFounding()) {
      completeDiscovery();
    }
  }

  /** {@code Roster!Found}: the group is new; the first entry of its log says whose disks count. */
  public void found() {
    RejectedException.unless(
        leader.phase == Phase.DISCOVERY && guards.mayFound(leader) && state.history.length() == 0,
        "somebody remembers, or is not heard");
    Roster roster = Roster.founding(Arrays.copyOf(leader.disks, context.settings.members()));
    log.append(new Entry(0, 1, Roster.SESSION, roster.version(), roster.encode()));
    context.trace(Action.Found, -1, null, null, Roster.SESSION, roster.version());
  }

  /** {@code Synchronization!CompleteDiscovery}: its own history is the epoch's initial one. */
  public void completeDiscovery() {
    RejectedException.unless(
        guards.promisedByQuorum(leader) && Members.contains(guards.latest(leader), context.self()),
        "the history is not known to be the latest");
    leader.phase = Phase.SYNCHRONIZATION;
    writes.adopt(state.acceptedEpoch);
    leader.forwarding = joined();
    for (int member = 0; member < leader.members(); member++) {
      if (Members.contains(leader.forwarding, member)) {
        sendSyncAndNewLeader(member, leader.ackEpoch[member].zxid());
      }
    }
    context.trace(Action.CompleteDiscovery);
  }

  /**
   * {@code Synchronization!SyncAndNewLeader}: both messages that bring a follower into the epoch.
   */
  private void sendSyncAndNewLeader(int member, Zxid zxid) {
    leader.channels.send(member, new Message.Sync(state.acceptedEpoch, differences.since(zxid)));
    leader.channels.send(member, new Message.NewLeader(state.acceptedEpoch));
  }

  /** Whether a PULLED is what comes next. */
  boolean awaitsDifference() {
    return leader.phase == Phase.SYNCHRONIZATION && !leader.adopted();
  }

  /** {@code Synchronization!HandlePULLED}: its own history is the latest now. */
  public void handlePULLED(Connection connection, Message.Pulled message) {
    ProtocolViolation.unlessExpected(awaitsDifference(), message, leader);
    int from = connection.initiator();
    differences.install(message.difference());
    Vote vote = leader.ackEpoch[from];
    leader.ackEpoch[context.self()] = new Vote(Promise.FIRST, vote.epoch(), vote.zxid());
    leader.rosters[context.self()] = leader.rosters[from];
    leader.phase = Phase.DISCOVERY;
    leader.source = -1;
    context.trace(Action.HandlePULLED, from, connection, message);
  }

  /** {@code Synchronization!HandleACKEPOCH}: a follower has promised the epoch. */
  public void handleACKEPOCH(Connection connection, Message.AckEpoch message) {
    ProtocolViolation.unlessExpected(leader.proposedEpoch(), message, leader);
    int from = connection.initiator();
    leader.ackEpoch[from] = new Vote(message.promise(), message.currentEpoch(), message.lastZxid());
    leader.rosters[from] = message.roster();
    if (leader.adopted()) {
      leader.forwarding = Members.with(leader.forwarding, from);
      sendSyncAndNewLeader(from, message.lastZxid());
    }
    context.trace(Action.HandleACKEPOCH, from, connection, message);
  }

  /**
   * {@code Synchronization!LeaderPersistCurrentEpoch}: it counts as one of the epoch from now on.
   */
  public void leaderPersistCurrentEpoch() {
    RejectedException.unless(
        state.pending.is(EpochField.CURRENT) && guards.historyOnDisk(state),
        "the history is not on disk");
    state.currentEpoch = state.pending.epoch();
    state.pending = Pending.NONE;
    leader.ackLeader = Members.with(leader.ackLeader, context.self());
    leader.acked[context.self()] = state.synced;
    commitment.commitUpTo(guards.commitPointOfOneWhoEnters(leader), leader.ackLeader);
    context.trace(Action.LeaderPersistCurrentEpoch);
    takeOfficeIfEstablished();
  }

  boolean mayEstablish() {
    return leader.phase == Phase.SYNCHRONIZATION && guards.adoptedByQuorum(leader);
  }

  /** {@code Synchronization!Establish}: the whole history is committed; requests are taken. */
  public void establish() {
    RejectedException.unless(mayEstablish(), "no quorum has adopted the epoch");
    leader.phase = Phase.BROADCAST;
    leader.sessions = state.history.sessions();
    leader.channels.sendAll(
        leader.withoutSelf(leader.ackLeader),
        new Message.CommitLd(state.acceptedEpoch, state.lastZxid()));
    log.commit(state.history.length());
    context.output(new Output.LeaderChanged(context.self(), state.acceptedEpoch));
    context.trace(Action.Establish);
    takeOfficeIfEstablished();
  }

  /** Its own entry into its epoch may come after that of a quorum of others. */
  private void takeOfficeIfEstablished() {
    if (leader.isEstablished() && leader.isInItsEpoch()) {
      transfer.takeOffice();
    }
  }
}
