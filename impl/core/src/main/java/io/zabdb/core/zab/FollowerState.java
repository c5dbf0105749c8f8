package io.zabdb.core.zab;

import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Message;
import io.zabdb.core.state.Described;
import io.zabdb.core.state.Pending;
import io.zabdb.core.state.Phase;
import io.zabdb.core.step.Connection;

/**
 * The variables of a follower ({@code ZabState}, volatile), and its connection; they end with the
 * role. Not thread-safe.
 */
public final class FollowerState implements Described {

  final Context context;
  final ReplicaState replica;
  final Connection connection;
  final int leader;
  Phase phase = Phase.DISCOVERY;

  FollowerState(Context context, Connection connection) {
    this.context = context;
    this.replica = context.state;
    this.connection = connection;
    this.leader = connection.acceptor();
  }

  /** Sends to the leader. */
  void send(Message message) {
    context.send(connection, message);
  }

  /** Whether a SYNC is what comes next. */
  boolean awaitsDifference() {
    return phase == Phase.SYNCHRONIZATION && replica.pending == Pending.NONE;
  }

  boolean isInEpoch() {
    return phase == Phase.BROADCAST;
  }

  @Override
  public String describe() {
    return Datagram.Role.FOLLOWING + " " + phase + " " + replica.describe();
  }
}
