package io.zabdb.core.zab;

import io.zabdb.core.group.Members;
import io.zabdb.core.message.Message;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.Output;
import java.util.ArrayList;
import java.util.List;

/**
 * A leader's connections. It writes to a follower over the connection whose CEPOCH it has read
 * last, and over no other: what was meant for a broken connection never reaches the next ({@code
 * ZabState!Open}). Not thread-safe.
 */
final class Channels {

  private final Context context;
  private final Connection[] open;

  /** Accepted, and their CEPOCH not read yet. */
  private final List<Connection> accepted = new ArrayList<>();

  /** Ticks since each member was last heard. */
  private final long[] silence;

  Channels(Context context) {
    this.context = context;
    this.open = new Connection[context.members()];
    this.silence = new long[context.members()];
  }

  void accept(Connection connection) {
    accepted.add(connection);
    context.output(new Output.Accept(connection));
  }

  boolean isAccepted(Connection connection) {
    return accepted.contains(connection);
  }

  boolean isOpen(Connection connection) {
    return connection.equals(open[connection.initiator()]);
  }

  boolean isOpen(int member) {
    return open[member] != null;
  }

  /**
   * The member's CEPOCH was read on this connection: those before are void. One of them may have
   * been accepted and its CEPOCH be still under way; in the spec it would have come before.
   */
  void open(Connection connection) {
    for (Connection other : List.copyOf(accepted)) {
      if (other.initiator() == connection.initiator() && other.number() < connection.number()) {
        accepted.remove(other);
        context.output(new Output.Close(other));
      }
    }
    accepted.remove(connection);
    Connection before = open[connection.initiator()];
    open[connection.initiator()] = connection;
    if (before != null && !before.equals(connection)) {
      context.output(new Output.Close(before));
    }
    heard(connection.initiator());
  }

  void closed(Connection connection) {
    accepted.remove(connection);
    if (isOpen(connection)) {
      open[connection.initiator()] = null;
    }
  }

  void closeAll() {
    for (Connection connection : accepted) {
      context.output(new Output.Close(connection));
    }
    for (Connection connection : open) {
      if (connection != null) {
        context.output(new Output.Close(connection));
      }
    }
  }

  void tick() {
    for (int member = 0; member < silence.length; member++) {
      silence[member]++;
    }
  }

  void heard(int member) {
    silence[member] = 0;
  }

  /** Members to which a connection is open, as bits. */
  long open() {
    long members = 0;
    for (int member = 0; member < open.length; member++) {
      members = open[member] == null ? members : Members.with(members, member);
    }
    return members;
  }

  /** The members heard within so many ticks, and this one. */
  long heardWithin(int ticks) {
    long heard = Members.of(context.self());
    for (int member = 0; member < silence.length; member++) {
      if (silence[member] <= ticks) {
        heard = Members.with(heard, member);
      }
    }
    return heard;
  }

  /** Sends to a member, if there is an open connection to it. */
  void send(int member, Message message) {
    if (open[member] != null) {
      context.send(open[member], message);
    }
  }

  /** {@code ZabState!SendAll}: to those of the members to which there is an open connection. */
  void sendAll(long to, Message message) {
    for (int member = 0; member < open.length; member++) {
      if (Members.contains(to, member)) {
        send(member, message);
      }
    }
  }
}
