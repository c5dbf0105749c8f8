package io.zabdb.core.zab;

import io.zabdb.core.group.Members;
import io.zabdb.core.message.Message;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.state.RejectedException;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.Output;
import io.zabdb.core.trace.Action;
import java.util.List;

/**
 * A leader's reads ({@code specs/zab/Reads.tla}). Their rounds are its heartbeat.
 *
 * <pre>
 * round       by            then
 * any         ClientRead    another round: PING to all in the epoch
 * active      HandlePONG    one more that follows
 * confirmed   ServeRead     none; the reads of the round are answered
 * </pre>
 */
public final class LeaderReads {

  private final LeaderState leader;
  private final Context context;
  private final ReplicaState state;
  private final ReadRound round;
  private final Guards guards;

  LeaderReads(LeaderState leader, Guards guards) {
    this.leader = leader;
    this.context = leader.context;
    this.state = leader.replica;
    this.round = leader.reads;
    this.guards = guards;
  }

  /** {@code Reads!ClientRead}: a round begins, for all reads that wait. */
  public void clientRead() {
    RejectedException.unless(leader.isEstablished(), "not established");
    state.readRound++;
    round.age = 0;
    round.begin(state.lastCommitted, leader.selfAsSet());
    leader.channels.sendAll(
        leader.withoutSelf(leader.ackLeader),
        new Message.Ping(state.acceptedEpoch, state.readRound));
    context.trace(Action.ClientRead);
  }

  /** {@code Reads!HandlePONG}. */
  public void handlePONG(Connection connection, Message.Pong message) {
    int from = connection.initiator();
    ProtocolViolation.unlessExpected(
        Members.contains(leader.ackLeader, from) && leader.isEstablished(), message, leader);
    if (guards.thisRound(leader, message)) {
      round.acks = Members.with(round.acks, from);
    }
    context.trace(Action.HandlePONG, from, connection, message);
  }

  /** {@code Reads!ServeRead}: the reads of the round are answered. */
  public void serveRead() {
    RejectedException.unless(guards.confirmed(leader), "leadership is not confirmed");
    long index = round.index;
    List<Long> tokens = round.end();
    if (!tokens.isEmpty()) {
      context.output(new Output.ServeReads(index, tokens));
    }
    context.trace(Action.ServeRead);
  }

  /** Takes whatever steps have become possible. */
  void advance() {
    if (leader.isEstablished() && !round.active && round.isAnyWaiting()) {
      clientRead();
    }
    if (guards.confirmed(leader)) {
      serveRead();
    }
  }

  /** One that does not end is begun anew: an answer may be lost. */
  void heartbeat() {
    if (!round.active || round.age >= context.settings.timing().followerTimeout() / 2) {
      clientRead();
    }
  }
}
