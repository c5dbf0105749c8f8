package io.zabdb.core.zab;

import io.zabdb.core.message.Message;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.Phase;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.step.Output;
import io.zabdb.core.trace.Action;

/**
 * A follower's actions of phase 3 ({@code specs/zab/Broadcast.tla}).
 *
 * <pre>
 * while                       by               then
 * SYNCHRONIZATION, BROADCAST  HandlePROPOSE    the entry is appended
 * BROADCAST                   Fsync            ACK of all that is on disk
 * BROADCAST                   HandleCOMMITLD   up to date; what is committed is delivered
 * BROADCAST                   HandleCOMMIT     it is delivered
 * </pre>
 */
public final class FollowerBroadcast {

  private final FollowerState follower;
  private final Context context;
  private final ReplicaState state;
  private final LogKeeping log;
  private final Guards guards;

  FollowerBroadcast(FollowerState follower, LogKeeping log, Guards guards) {
    this.follower = follower;
    this.context = follower.context;
    this.state = follower.replica;
    this.log = log;
    this.guards = guards;
  }

  /**
   * {@code Broadcast!HandlePROPOSE}: the entry is appended, and acknowledged once it is on disk.
   */
  public void handlePROPOSE(Message.Propose message) {
    ProtocolViolation.unlessExpected(
        follower.phase != Phase.DISCOVERY && guards.inOrder(state, message.entry()),
        message,
        follower);
    guards.takeProposal(follower, log, message.entry());
    context.trace(Action.HandlePROPOSE, follower.leader, follower.connection, message);
  }

  /** Its log is on disk up to the n-th entry. */
  void afterFsync(long n) {
    if (guards.acknowledges(follower)) {
      follower.send(new Message.Ack(state.acceptedEpoch, state.history.zxidAt(n)));
    }
  }

  /** {@code Broadcast!HandleCOMMITLD}: up to date, and may deliver what is committed. */
  public void handleCOMMITLD(Message.CommitLd message) {
    ProtocolViolation.unlessExpected(
        follower.isInEpoch() && message.epoch() == state.acceptedEpoch, message, follower);
    learn(message.zxid());
    context.output(new Output.LeaderChanged(follower.leader, state.acceptedEpoch));
    context.trace(Action.HandleCOMMITLD, follower.leader, follower.connection, message);
  }

  /** {@code Broadcast!HandleCOMMIT}. */
  public void handleCOMMIT(Message.Commit message) {
    ProtocolViolation.unlessExpected(
        follower.isInEpoch() && message.epoch() == state.acceptedEpoch, message, follower);
    learn(message.zxid());
    context.trace(Action.HandleCOMMIT, follower.leader, follower.connection, message);
  }

  /** {@code Broadcast!Learn}: everything up to the zxid is committed. */
  void learn(Zxid zxid) {
    long length = guards.learned(state, zxid);
    if (length > state.lastCommitted) {
      log.commit(length);
    }
  }
}
