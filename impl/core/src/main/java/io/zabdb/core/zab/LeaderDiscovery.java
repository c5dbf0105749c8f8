package io.zabdb.core.zab;

import io.zabdb.core.group.Members;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Message.Promise;
import io.zabdb.core.state.Pending;
import io.zabdb.core.state.Phase;
import io.zabdb.core.state.RejectedException;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.trace.Action;

/**
 * A leader's actions of phase 1 ({@code specs/zab/Discovery.tla}): an epoch, and promises for it.
 *
 * <pre>
 * while            by                            then
 * no epoch yet     HandleCEPOCH                  a member's promises are known
 * no epoch yet     ProposeEpoch                  its own promise is being written
 * pending          LeaderPersistAcceptedEpoch    NEWEPOCH to all that have reported
 * DISCOVERY        PullHistory                   SYNCHRONIZATION, until PULLED
 * </pre>
 */
public final class LeaderDiscovery {

  private final LeaderState leader;
  private final Context context;
  private final ReplicaState state;
  private final EpochWrites writes;
  private final Guards guards;

  LeaderDiscovery(LeaderState leader, EpochWrites writes, Guards guards) {
    this.leader = leader;
    this.context = leader.context;
    this.state = leader.replica;
    this.writes = writes;
    this.guards = guards;
  }

  /**
   * {@code Discovery!HandleCEPOCH}: what was known of the member over an old connection is void.
   */
  public void handleCEPOCH(Connection connection, Message.Cepoch message) {
    int from = connection.initiator();
    leader.channels.open(connection);
    leader.cepoch[from] = message.acceptedEpoch();
    leader.disks[from] = message.disk();
    guards.forgetFollower(leader, from);
    if (leader.proposedEpoch()) {
      leader.channels.send(from, new Message.NewEpoch(state.acceptedEpoch));
    }
    context.trace(Action.HandleCEPOCH, from, connection, message);
  }

  /**
   * A member that has promised a later epoch never follows in this one: only another election can
   * bring it back. It may be the one without which there is no quorum, and its attempts to join
   * look like a sign that it is there; or a learner, which would never learn. One that has left
   * needs no leader: others tell it so ({@code Removals!IsTold}), and it may have gone on
   * campaigning.
   */
  boolean isBehind(Connection connection, Message.Cepoch message) {
    return leader.proposedEpoch()
        && message.acceptedEpoch() > state.acceptedEpoch
        && !state
            .history
            .roster()
            .hasLeft(connection.initiator(), message.disk(), context.founders());
  }

  /** {@code Discovery!NewEpoch}: the least above all promises reported. */
  private long newEpoch() {
    long newest = state.acceptedEpoch;
    for (long epoch : leader.cepoch) {
      newest = Math.max(newest, epoch);
    }
    return newest + 1;
  }

  boolean mayProposeEpoch() {
    return guards.noEpochYet(leader) && guards.epochsReported(leader);
  }

  /** {@code Discovery!ProposeEpoch}: the epoch is picked, and its own promise being written. */
  public void proposeEpoch() {
    RejectedException.unless(mayProposeEpoch(), "no quorum has reported");
    writes.promise(newEpoch());
    context.trace(Action.ProposeEpoch);
  }

  /** {@code Discovery!LeaderPersistAcceptedEpoch}: the epoch is proposed. */
  public void leaderPersistAcceptedEpoch() {
    RejectedException.unless(state.pending.is(EpochField.ACCEPTED), "no promise is being written");
    state.acceptedEpoch = state.pending.epoch();
    state.pending = Pending.NONE;
    leader.ackEpoch[context.self()] = state.vote(Promise.FIRST);
    leader.rosters[context.self()] = state.history.roster();
    leader.channels.sendAll(
        leader.withoutSelf(leader.reported()), new Message.NewEpoch(state.acceptedEpoch));
    context.trace(Action.LeaderPersistAcceptedEpoch);
  }

  /**
   * {@code Discovery!PullHistory}: a member with the latest history is asked for what is missing.
   */
  public void pullHistory(int member) {
    long latest = guards.latest(leader);
    RejectedException.unless(
        guards.promisedByQuorum(leader)
            && Members.contains(latest, member)
            && !Members.contains(latest, context.self())
            && leader.channels.isOpen(member),
        "nothing to pull from " + member);
    leader.phase = Phase.SYNCHRONIZATION;
    leader.source = member;
    leader.channels.send(member, new Message.Pull(state.acceptedEpoch, state.lastZxid()));
    context.trace(Action.PullHistory, member, null, null);
  }
}
