package io.zabdb.core.zab;

import io.zabdb.core.group.Members;
import io.zabdb.core.message.Message;
import io.zabdb.core.state.Phase;
import io.zabdb.core.state.RejectedException;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.Output;
import io.zabdb.core.trace.Action;
import java.util.List;

/** A leader's reads ({@code specs/zab/Reads.tla}). */
abstract class LeaderReads extends LeaderRoster {

  protected LeaderReads(Context context) {
    super(context);
  }

  /** {@code Reads!ClientRead}: a round begins, for all reads that wait. */
  public void clientRead() {
    RejectedException.unless(phase == Phase.BROADCAST, "not established");
    state.readRound++;
    reads.age = 0;
    reads.begin(state.lastCommitted, selfAsSet());
    channels.sendAll(
        withoutSelf(ackLeader), new Message.Ping(state.acceptedEpoch, state.readRound));
    context.trace(Action.ClientRead);
  }

  /** {@code Reads!ThisRound}: an answer to an earlier round says nothing about now. */
  protected boolean thisRound(Message.Pong message) {
    return reads.active && message.round() == state.readRound;
  }

  /** {@code Reads!HandlePONG}. */
  public void handlePONG(Connection connection, Message.Pong message) {
    int from = connection.initiator();
    expect(Members.contains(ackLeader, from) && phase == Phase.BROADCAST, message);
    if (thisRound(message)) {
      reads.acks = Members.with(reads.acks, from);
    }
    context.trace(Action.HandlePONG, from, connection, message);
  }

  /** {@code Reads!Confirmed}: a quorum followed after the round began. */
  protected boolean confirmed() {
    return reads.active && isQuorum(reads.acks);
  }

  /** {@code Reads!ServeRead}: the reads of the round are answered. */
  public void serveRead() {
    RejectedException.unless(confirmed(), "leadership is not confirmed");
    long index = reads.index;
    List<Long> tokens = reads.end();
    if (!tokens.isEmpty()) {
      context.output(new Output.ServeReads(index, tokens));
    }
    context.trace(Action.ServeRead);
  }
}
