package io.zabdb.conformance.trace;

import io.zabdb.conformance.replay.Behaviour;
import io.zabdb.conformance.replay.BehaviourStep;
import io.zabdb.conformance.replay.BehaviourStep.Channel;
import io.zabdb.trace.RecordedEvent;
import io.zabdb.trace.Trace;
import io.zabdb.trace.state.MessageState;
import io.zabdb.trace.state.ServerState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Turns a behaviour of the spec into the trace that a core would have recorded which does the same.
 * Its followers notice late that their leader is gone, and a crash may hide that a write was done:
 * the linearizer must undo what is done here. Not thread-safe.
 */
final class BehaviourRecorder {

  private final Behaviour behaviour;
  private final Random random;
  private final List<RecordedEvent> events = new ArrayList<>();
  private final Map<String, ServerState> states = new HashMap<>();

  /** The connection of each message under way. */
  private final Map<Channel, Deque<String>> underWay = new HashMap<>();

  private final Map<Channel, List<MessageState>> messages = new HashMap<>();
  private final Map<String, String> connections = new HashMap<>();

  /** Followers whose leader is gone and who have not noticed. */
  private final Map<String, RecordedEvent> unnoticed = new HashMap<>();

  /** How many messages each event sent to the leader of its server. */
  private final IdentityHashMap<RecordedEvent, Integer> sent = new IdentityHashMap<>();

  private int connectionNumber;

  private BehaviourRecorder(Behaviour behaviour, long seed) {
    this.behaviour = behaviour;
    this.random = new Random(seed);
    behaviour.servers().forEach(server -> states.put(server, ServerState.initial(server)));
  }

  static Trace record(String name, Behaviour behaviour, long seed) {
    BehaviourRecorder recorder = new BehaviourRecorder(behaviour, seed);
    List<BehaviourStep> steps = behaviour.steps();
    for (int i = 0; i < steps.size(); i++) {
      recorder.step(steps.get(i), i + 1 < steps.size() ? steps.get(i + 1) : null);
    }
    return new Trace(name, behaviour.servers(), numbered(recorder.events));
  }

  /** The events with their places for numbers. */
  static List<RecordedEvent> numbered(List<RecordedEvent> events) {
    List<RecordedEvent> numbered = new ArrayList<>();
    for (RecordedEvent e : events) {
      numbered.add(
          new RecordedEvent(
              numbered.size() + 1L,
              e.time(),
              e.node(),
              e.action(),
              e.peer(),
              e.connection(),
              e.message(),
              e.argument(),
              e.session(),
              e.request(),
              e.state()));
    }
    return numbered;
  }

  private void step(BehaviourStep step, BehaviourStep next) {
    String server = step.server();
    notice(server, step.action().equals("Restart"));
    String connection = "";
    MessageState message = null;
    if (step.action().equals("Follow")) {
      connection = server + ">" + step.peer() + "#" + ++connectionNumber;
      connections.put(server, connection);
      events.add(
          event(step.peer(), RecordedEvent.ACCEPT, server, connection, states.get(step.peer())));
    } else if (step.action().startsWith("Handle")) {
      Channel channel = new Channel(step.peer(), server);
      connection = underWay.get(channel).poll();
      message = messages.get(channel).get(0);
    } else if (step.action().equals("TakePart")) {
      Channel channel = new Channel(step.peer(), server);
      connection = underWay.get(channel).peek();
      message = part(messages.get(channel).get(0), step.channels().get(channel).get(0));
    } else if (step.action().equals("Disconnect")) {
      connection = connections.get(server);
    }
    boolean paired = !step.peer().equals(server) && (message != null || !connection.isEmpty());
    RecordedEvent event =
        new RecordedEvent(
            0,
            0,
            server,
            step.action(),
            paired || step.action().equals("PullHistory") ? step.peer() : "",
            connection,
            message,
            step.argument(),
            step.session(),
            step.request(),
            step.states().get(server));
    boolean hidden =
        next != null
            && next.action().equals("Restart")
            && next.server().equals(server)
            && isWrite(step, next)
            && random.nextBoolean();
    List<String> left = followersLeft(step);
    int departure = events.size();
    if (!hidden) {
      events.add(event);
    }
    left.forEach(follower -> delay(follower, server, departure));
    sent.put(event, newMessages(step));
    states.putAll(step.states());
  }

  /** What was taken of a message of which something is left. */
  private static MessageState part(MessageState whole, MessageState rest) {
    int taken = whole.entries().size() - rest.entries().size();
    return new MessageState(
        "PART",
        whole.epoch(),
        whole.zxid(),
        whole.mode(),
        whole.round(),
        whole.covered(),
        whole.entries().subList(0, taken));
  }

  /** A write that only the state after the restart shows. */
  private static boolean isWrite(BehaviourStep step, BehaviourStep restart) {
    long recovered = restart.states().get(step.server()).historyLength();
    return step.action().contains("Persist")
        || (step.action().equals("Fsync") && recovered == step.argument());
  }

  private static RecordedEvent event(
      String node, String action, String peer, String connection, ServerState state) {
    return new RecordedEvent(0, 0, node, action, peer, connection, null, 0, 0, 0, state);
  }

  /** The followers that noticed in this step that their leader is gone. */
  private List<String> followersLeft(BehaviourStep step) {
    return step.states().entrySet().stream()
        .filter(entry -> !entry.getKey().equals(step.server()))
        .filter(entry -> states.get(entry.getKey()).follows() && !entry.getValue().follows())
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  /**
   * Moves some of the last events of a follower behind its leader's departure: such as sent nothing
   * that the leader has read. The follower will notice later.
   */
  private void delay(String follower, String leader, int departure) {
    int unread = underWay.getOrDefault(new Channel(follower, leader), new ArrayDeque<>()).size();
    List<RecordedEvent> late = new ArrayList<>();
    for (int i = departure - 1; i >= 0 && random.nextInt(4) > 0; i--) {
      RecordedEvent event = events.get(i);
      if (!event.node().equals(follower)) {
        continue;
      }
      unread -= sent.getOrDefault(event, 0);
      if (unread < 0 || !event.state().follows()) {
        break;
      }
      late.add(0, event);
      if (event.is("Follow")) {
        break;
      }
    }
    // By identity: a server may do the same twice.
    events.removeIf(event -> late.stream().anyMatch(moved -> moved == event));
    events.addAll(late);
    ServerState before = states.get(follower);
    unnoticed.put(
        follower,
        event(
            follower, "Disconnect", leader, connections.get(follower), lookingAfter(before, late)));
  }

  private static ServerState lookingAfter(ServerState before, List<RecordedEvent> late) {
    ServerState last = late.isEmpty() ? before : late.get(late.size() - 1).state();
    ServerState fresh = ServerState.initial("");
    return new ServerState(
        last.acceptedEpoch(),
        last.currentEpoch(),
        last.historyLength(),
        last.lastEntry(),
        last.synced(),
        last.checkpoint(),
        fresh.role(),
        fresh.phase(),
        "",
        fresh.pending(),
        last.lastCommitted(),
        fresh.led());
  }

  /** The server acts again: it must have noticed, unless it crashed before it could. */
  private void notice(String server, boolean crashed) {
    RecordedEvent event = unnoticed.remove(server);
    if (event != null && !crashed) {
      events.add(event.with(null, states.get(server)));
    }
  }

  /** Brings the messages under way up to date; returns how many the server sent to its leader. */
  private int newMessages(BehaviourStep step) {
    int toLeader = 0;
    for (String from : behaviour.servers()) {
      for (String to : behaviour.servers()) {
        boolean touched = step.states().containsKey(from) || step.states().containsKey(to);
        if (!touched) {
          continue;
        }
        Channel channel = new Channel(from, to);
        List<MessageState> now = step.channels().getOrDefault(channel, List.of());
        messages.put(channel, now);
        Deque<String> labels = underWay.computeIfAbsent(channel, key -> new ArrayDeque<>());
        while (labels.size() > now.size()) {
          labels.removeLast();
        }
        while (labels.size() < now.size()) {
          ServerState sender = step.states().get(from);
          boolean fromFollower = sender != null && sender.follows();
          labels.add(connections.get(fromFollower ? from : to));
          toLeader += fromFollower ? 1 : 0;
        }
      }
    }
    return toLeader;
  }
}
