package io.zabdb.core.zab;

import io.zabdb.core.group.Members;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.state.RejectedException;
import io.zabdb.core.step.Connection;
import io.zabdb.core.trace.Action;

/**
 * A leader's actions of phase 3 ({@code specs/zab/Broadcast.tla}).
 *
 * <pre>
 * while      by               then
 * BROADCAST  ClientRequest    logged, PROPOSE to all that were sent the history
 * adopted    HandleACKLD      the follower is in the epoch, and learns what is committed
 * adopted    Fsync            its own log counts, and perhaps commits
 * adopted    HandleACK        the follower's counts, and perhaps commits
 * </pre>
 */
public final class LeaderBroadcast {

  private final LeaderState leader;
  private final Context context;
  private final ReplicaState state;
  private final LogKeeping log;
  private final LeaderCommitment commitment;
  private final Guards guards;

  LeaderBroadcast(LeaderState leader, LogKeeping log, LeaderCommitment commitment, Guards guards) {
    this.leader = leader;
    this.context = leader.context;
    this.state = leader.replica;
    this.log = log;
    this.commitment = commitment;
    this.guards = guards;
  }

  /** {@code Broadcast!ClientRequest}: the request is logged and proposed. */
  public void clientRequest(long session, long seq, byte[] payload) {
    RejectedException.unless(
        leader.isEstablished() && guards.fresh(leader, session, seq), "a retry of what is logged");
    Entry entry = new Entry(state.acceptedEpoch, guards.nextCounter(state), session, seq, payload);
    log.append(entry);
    leader.channels.sendAll(
        guards.proposeTo(leader), new Message.Propose(state.acceptedEpoch, entry));
    context.trace(Action.ClientRequest, -1, null, null, session, seq);
  }

  /** Its own log is on disk up to the n-th entry. */
  void afterFsync(long n) {
    if (leader.isInItsEpoch()) {
      leader.acked[context.self()] = n;
      commitment.commit();
    }
  }

  /** {@code Broadcast!HandleACK}: a follower has synced up to a zxid. */
  public void handleACK(Connection connection, Message.Ack message) {
    int from = connection.initiator();
    ProtocolViolation.unlessExpected(
        Members.contains(leader.ackLeader, from) && message.epoch() == state.acceptedEpoch,
        message,
        leader);
    leader.acked[from] = state.history.countUpTo(message.zxid());
    commitment.commit();
    context.trace(Action.HandleACK, from, connection, message);
  }

  /** {@code Broadcast!HandleACKLD}: a follower is in the epoch, and learns what is committed. */
  public void handleACKLD(Connection connection, Message.AckLd message) {
    ProtocolViolation.unlessExpected(
        leader.adopted() && message.epoch() == state.acceptedEpoch, message, leader);
    int from = connection.initiator();
    long others = Members.without(leader.ackLeader, from);
    leader.ackLeader = Members.with(leader.ackLeader, from);
    leader.acked[from] = state.history.countUpTo(message.zxid());
    long length = guards.commitPoint(leader);
    if (leader.isEstablished()) {
      leader.channels.send(
          from, new Message.CommitLd(state.acceptedEpoch, state.history.zxidAt(length)));
    }
    commitment.commitUpTo(length, others);
    context.trace(Action.HandleACKLD, from, connection, message);
  }
}
