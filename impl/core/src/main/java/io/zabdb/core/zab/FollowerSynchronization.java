package io.zabdb.core.zab;

import io.zabdb.core.message.Message;
import io.zabdb.core.state.Pending;
import io.zabdb.core.state.Phase;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.state.RejectedException;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.trace.Action;

/**
 * A follower's actions of phase 2 ({@code specs/zab/Synchronization.tla}): it adopts an epoch, with
 * its leader's history.
 *
 * <pre>
 * from             by                            to
 * SYNCHRONIZATION  HandlePULL                    the leader gets what it lacks
 * SYNCHRONIZATION  HandleSYNC                    its history is the leader's
 * SYNCHRONIZATION  HandleNEWLEADER               that history, then currentEpoch, goes to disk
 * SYNCHRONIZATION  FollowerPersistCurrentEpoch   BROADCAST
 * </pre>
 */
public final class FollowerSynchronization {

  private final FollowerState follower;
  private final Context context;
  private final ReplicaState state;
  private final Differences differences;
  private final EpochWrites writes;
  private final Guards guards;

  FollowerSynchronization(
      FollowerState follower, Differences differences, EpochWrites writes, Guards guards) {
    this.follower = follower;
    this.context = follower.context;
    this.state = follower.replica;
    this.differences = differences;
    this.writes = writes;
    this.guards = guards;
  }

  /** {@code Synchronization!HandlePULL}: the leader gets what it lacks. */
  public void handlePULL(Message.Pull message) {
    ProtocolViolation.unlessExpected(follower.awaitsDifference(), message, follower);
    follower.send(new Message.Pulled(state.acceptedEpoch, differences.since(message.lastZxid())));
    context.trace(Action.HandlePULL, follower.leader, follower.connection, message);
  }

  /** {@code Synchronization!HandleSYNC}: the history becomes the leader's. */
  public void handleSYNC(Message.Sync message) {
    ProtocolViolation.unlessExpected(follower.awaitsDifference(), message, follower);
    differences.install(message.difference());
    context.trace(Action.HandleSYNC, follower.leader, follower.connection, message);
  }

  /** {@code Synchronization!HandleNEWLEADER}: the history, then currentEpoch, goes to disk. */
  public void handleNEWLEADER(Message.NewLeader message) {
    ProtocolViolation.unlessExpected(
        follower.phase == Phase.SYNCHRONIZATION
            && state.pending == Pending.NONE
            && message.epoch() == state.acceptedEpoch,
        message,
        follower);
    writes.adopt(message.epoch());
    context.trace(Action.HandleNEWLEADER, follower.leader, follower.connection, message);
  }

  /** {@code Synchronization!FollowerPersistCurrentEpoch}: the epoch is adopted, on disk. */
  public void followerPersistCurrentEpoch() {
    RejectedException.unless(
        state.pending.is(EpochField.CURRENT) && guards.historyOnDisk(state),
        "the history is not on disk");
    state.currentEpoch = state.pending.epoch();
    state.pending = Pending.NONE;
    follower.phase = Phase.BROADCAST;
    follower.send(new Message.AckLd(state.currentEpoch, state.history.zxidAt(state.synced)));
    context.trace(Action.FollowerPersistCurrentEpoch);
  }
}
