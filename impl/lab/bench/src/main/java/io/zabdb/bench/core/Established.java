package io.zabdb.bench.core;

import io.zabdb.core.group.Settings;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Datagram.Notification;
import io.zabdb.core.message.Datagram.Role;
import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Difference.Mode;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Message.Promise;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Outputs;
import io.zabdb.core.trace.TraceSink;
import io.zabdb.core.zab.Guards;
import io.zabdb.core.zab.Recovered;
import io.zabdb.core.zab.Replica;
import java.util.List;

/** Replicas of a group of three in an established epoch 1, fed by hand. */
final class Established {

  /** From follower 0 to leader 1, and from follower 2 to leader 1. */
  static final Connection ZERO = new Connection(0, 1, 1);

  static final Connection TWO = new Connection(2, 1, 1);

  private static final Difference NOTHING = new Difference(Mode.DIFF, Zxid.ZERO, null, List.of());

  private Established() {}

  /** Member 1, which leads; members 0 and 2 follow. */
  static Replica leader(Outputs outputs) {
    Replica leader = replica(outputs);
    leader.step(says(0, Role.LOOKING), outputs);
    leader.step(says(2, Role.LOOKING), outputs);
    for (Connection connection : List.of(ZERO, TWO)) {
      leader.step(new Input.ConnectionRequested(connection), outputs);
      leader.step(new Input.Received(connection, new Message.Cepoch(0)), outputs);
    }
    leader.step(new Input.EpochWritten(EpochField.ACCEPTED, 1), outputs);
    for (Connection connection : List.of(ZERO, TWO)) {
      Message promise = new Message.AckEpoch(Promise.FIRST, 0, Zxid.ZERO);
      leader.step(new Input.Received(connection, promise), outputs);
    }
    leader.step(new Input.EpochWritten(EpochField.CURRENT, 1), outputs);
    for (Connection connection : List.of(ZERO, TWO)) {
      leader.step(new Input.Received(connection, new Message.AckLd(1, Zxid.ZERO)), outputs);
    }
    return leader;
  }

  /** Member 1, which follows member 0 over the connection that it returns as its first argument. */
  static Replica follower(Connection link, Outputs outputs) {
    Replica follower = replica(outputs);
    follower.step(says(0, Role.LEADING), outputs);
    follower.step(new Input.ConnectionAccepted(link), outputs);
    follower.step(new Input.Received(link, new Message.NewEpoch(1)), outputs);
    follower.step(new Input.EpochWritten(EpochField.ACCEPTED, 1), outputs);
    follower.step(new Input.Received(link, new Message.Sync(1, NOTHING)), outputs);
    follower.step(new Input.Received(link, new Message.NewLeader(1)), outputs);
    follower.step(new Input.EpochWritten(EpochField.CURRENT, 1), outputs);
    follower.step(new Input.Received(link, new Message.CommitLd(1, Zxid.ZERO)), outputs);
    return follower;
  }

  private static Replica replica(Outputs outputs) {
    return new Replica(
        Settings.of(1, 3, 0), Recovered.NOTHING, Guards.STANDARD, TraceSink.NONE, outputs);
  }

  private static Input says(int member, Role role) {
    return new Input.Notified(member, new Notification(role, 0, 0, Zxid.ZERO, 0, 0, 0, 0b111));
  }

  /** A checkpoint of the first {@code length} entries of epoch 1. */
  static Input checkpoint(long length) {
    return new Input.CheckpointTaken(new Covered(length, new Zxid(1, length)));
  }

  private record Covered(long length, Zxid zxid) implements Checkpoint {}
}
