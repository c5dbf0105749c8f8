package io.zabdb.core.zab;

import io.zabdb.core.message.Message;
import io.zabdb.core.message.Message.Promise;
import io.zabdb.core.state.Pending;
import io.zabdb.core.state.Phase;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.state.RejectedException;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.trace.Action;
import io.zabdb.core.trace.TraceSink.TraceEvent;

/**
 * A follower's actions of phase 1 ({@code specs/zab/Discovery.tla}): it promises an epoch.
 *
 * <pre>
 * from       by                                       to
 * DISCOVERY  HandleNEWEPOCH, of an epoch promised     SYNCHRONIZATION
 * DISCOVERY  HandleNEWEPOCH, of an older epoch        LOOKING
 * DISCOVERY  HandleNEWEPOCH, of a new epoch           DISCOVERY, the promise is being written
 * DISCOVERY  FollowerPersistAcceptedEpoch             SYNCHRONIZATION
 * </pre>
 */
public final class FollowerDiscovery {

  private final FollowerState follower;
  private final Context context;
  private final ReplicaState state;
  private final EpochWrites writes;
  private final Guards guards;

  FollowerDiscovery(FollowerState follower, EpochWrites writes, Guards guards) {
    this.follower = follower;
    this.context = follower.context;
    this.state = follower.replica;
    this.writes = writes;
    this.guards = guards;
  }

  /**
   * {@code Discovery!HandleNEWEPOCH}: a new epoch is first written, then acknowledged; one promised
   * before is acknowledged again; at an older one the follower hangs up.
   */
  public RoleChange handleNEWEPOCH(Message.NewEpoch message) {
    ProtocolViolation.unlessExpected(
        follower.phase == Phase.DISCOVERY && state.pending == Pending.NONE, message, follower);
    if (!guards.notOlder(state, message.epoch())) {
      return RoleChange.hangUp(
          new TraceEvent(
              Action.HandleNEWEPOCH, follower.leader, follower.connection, message, 0, 0));
    }
    if (guards.promised(state, message.epoch())) {
      follower.phase = Phase.SYNCHRONIZATION;
      sendAckEpoch(Promise.AGAIN);
    } else {
      writes.promise(message.epoch());
    }
    context.trace(Action.HandleNEWEPOCH, follower.leader, follower.connection, message);
    return RoleChange.STAY;
  }

  /**
   * {@code Discovery!FollowerPersistAcceptedEpoch}: the promise is on disk, and is acknowledged.
   */
  public void followerPersistAcceptedEpoch() {
    RejectedException.unless(state.pending.is(EpochField.ACCEPTED), "no promise is being written");
    state.acceptedEpoch = guards.promiseOnDisk(state);
    state.pending = Pending.NONE;
    follower.phase = Phase.SYNCHRONIZATION;
    sendAckEpoch(Promise.FIRST);
    context.trace(Action.FollowerPersistAcceptedEpoch);
  }

  /** {@code Discovery!AckEpoch}. */
  private void sendAckEpoch(Promise promise) {
    follower.send(
        new Message.AckEpoch(
            promise, state.currentEpoch, state.lastZxid(), state.history.roster()));
  }
}
