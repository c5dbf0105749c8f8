package io.zabdb.core.zab;

import io.zabdb.core.group.Members;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.state.Phase;
import io.zabdb.core.state.RejectedException;
import io.zabdb.core.step.Connection;
import io.zabdb.core.trace.Action;

/** A leader's actions of phase 3 ({@code specs/zab/Broadcast.tla}). */
abstract class LeaderBroadcast extends LeaderSynchronization {

  protected LeaderBroadcast(Context context) {
    super(context);
  }

  /** {@code Broadcast!Fresh}: behind all requests of its session that are not purged. */
  protected boolean fresh(long session, long seq) {
    return seq > sessions.lastSeq(session);
  }

  /** {@code Broadcast!Counter}, and one more. */
  protected long nextCounter() {
    return state.history.counter(state.acceptedEpoch) + 1;
  }

  /** All that were sent the history get all that follows it. */
  protected long proposeTo() {
    return forwarding;
  }

  /** {@code Broadcast!ClientRequest}: the request is logged and proposed. */
  public void clientRequest(long session, long seq, byte[] payload) {
    RejectedException.unless(
        phase == Phase.BROADCAST && fresh(session, seq), "a retry of what is logged");
    Entry entry = new Entry(state.acceptedEpoch, nextCounter(), session, seq, payload);
    append(entry);
    channels.sendAll(proposeTo(), new Message.Propose(state.acceptedEpoch, entry));
    context.trace(Action.ClientRequest, -1, null, null, session, seq);
  }

  @Override
  void afterFsync(long n) {
    if (Members.contains(ackLeader, context.self())) {
      acked[context.self()] = n;
      commitUpTo(commitPoint(), ackLeader);
    }
  }

  /** {@code Broadcast!HandleACK}: a follower has synced up to a zxid. */
  public void handleACK(Connection connection, Message.Ack message) {
    int from = connection.initiator();
    expect(Members.contains(ackLeader, from) && message.epoch() == state.acceptedEpoch, message);
    acked[from] = state.history.countUpTo(message.zxid());
    commitUpTo(commitPoint(), ackLeader);
    context.trace(Action.HandleACK, from, connection, message);
  }

  /** {@code Broadcast!HandleACKLD}: a follower is in the epoch, and learns what is committed. */
  public void handleACKLD(Connection connection, Message.AckLd message) {
    expect(adopted() && message.epoch() == state.acceptedEpoch, message);
    int from = connection.initiator();
    long others = Members.without(ackLeader, from);
    ackLeader = Members.with(ackLeader, from);
    acked[from] = state.history.countUpTo(message.zxid());
    long length = commitPoint();
    if (phase == Phase.BROADCAST) {
      channels.send(from, new Message.CommitLd(state.acceptedEpoch, state.history.zxidAt(length)));
    }
    commitUpTo(length, others);
    context.trace(Action.HandleACKLD, from, connection, message);
  }
}
