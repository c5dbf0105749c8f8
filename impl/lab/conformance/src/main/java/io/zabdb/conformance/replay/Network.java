package io.zabdb.conformance.replay;

import io.zabdb.conformance.replay.BehaviourStep.Channel;
import io.zabdb.core.message.Message;
import io.zabdb.core.step.Connection;
import io.zabdb.trace.state.CoreStates;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What is under way between replicas ({@code ZabState!msgs}). What is sent over a connection that
 * its follower has left is lost. Not thread-safe.
 */
final class Network {

  /** A message and the connection that it was sent over. */
  record Sent(Connection connection, Message message) {}

  private final Map<Channel, Deque<Sent>> channels = new HashMap<>();

  /** The connection of each follower to its leader. */
  private final Map<String, Connection> present = new HashMap<>();

  void connect(Connection connection) {
    present.put(CoreStates.name(connection.initiator()), connection);
  }

  void send(String sender, Connection connection, Message message) {
    String follower = CoreStates.name(connection.initiator());
    String leader = CoreStates.name(connection.acceptor());
    if (connection.equals(present.get(follower))) {
      channel(sender, sender.equals(follower) ? leader : follower)
          .add(new Sent(connection, message));
    }
  }

  /** The next message, which is then no longer under way. */
  Sent take(String from, String to) {
    return channel(from, to).remove();
  }

  /** What is left of a message that was taken comes next. */
  void putBack(String from, String to, Sent rest) {
    channel(from, to).addFirst(rest);
  }

  List<Sent> underWay(String from, String to) {
    return List.copyOf(channel(from, to));
  }

  /** A follower has left: of what it sent, the first {@code arrive} messages remain. */
  void hangUp(String follower, String leader, int arrive) {
    present.remove(follower);
    Deque<Sent> sent = channel(follower, leader);
    while (sent.size() > arrive) {
      sent.removeLast();
    }
    channel(leader, follower).clear();
  }

  /** A leader has left, and so have its followers. */
  void drop(String leader) {
    present.values().removeIf(connection -> connection.acceptor() == CoreStates.member(leader));
    channels.forEach(
        (channel, sent) -> {
          if (channel.from().equals(leader) || channel.to().equals(leader)) {
            sent.clear();
          }
        });
  }

  private Deque<Sent> channel(String from, String to) {
    return channels.computeIfAbsent(new Channel(from, to), key -> new ArrayDeque<>());
  }
}
