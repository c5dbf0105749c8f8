package io.zabdb.maelstrom.network;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.core.step.Connection;
import io.zabdb.maelstrom.protocol.Body;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * One end of a connection: numbers what goes out and keeps it until the other end has it; brings
 * what comes in into order. Both ends are processes that may start again: each names its run, and
 * what belongs to another run of either is not for this wire.
 */
final class Wire {

  /** What may come early, before that which it follows; the other end sends the rest again. */
  private static final int MAX_EARLY = 10_000;

  /** How many frames are sent again at once. */
  private static final int MAX_AGAIN = 100;

  /** So often the time until frames are sent again doubles while the other end is silent. */
  private static final int MAX_DOUBLINGS = 3;

  /** So many frames that have come are acknowledged at once. */
  private static final int MAX_OWED = 4;

  /** Several frames that go at once. */
  static final String SEVERAL = "wire_frames";

  private static final int MAX_AT_ONCE = 32;

  private record Frame(long number, ObjectNode body, long since) {}

  private final Connection connection;
  private final String run;
  private final Consumer<ObjectNode> sender;
  private final ArrayDeque<Frame> sent = new ArrayDeque<>();

  /** The last of those that were sent. */
  private final List<Frame> held = new ArrayList<>();

  private final TreeMap<Long, JsonNode> early = new TreeMap<>();
  private String peerRun;
  private long nextOut;
  private long nextIn;

  /** How many frames have come since the other end was told what is here. */
  private int owed;

  private long lastAgain;
  private int doublings;
  private boolean closing;

  /**
   * @param run of this process
   * @param sender takes the frames for the other end
   */
  Wire(Connection connection, String run, Consumer<ObjectNode> sender) {
    this.connection = connection;
    this.run = run;
    this.sender = sender;
  }

  Connection connection() {
    return connection;
  }

  /** Whether the run of the other end is this one, or the first that is heard of. */
  boolean isFrom(String otherRun) {
    if (peerRun == null) {
      peerRun = otherRun;
    }
    return peerRun.equals(otherRun);
  }

  /** Nothing that comes in counts any more; what was sent is still brought over. */
  void setClosing() {
    closing = true;
  }

  boolean isClosing() {
    return closing;
  }

  /** How many frames the other end is not known to have. */
  int underWay() {
    return sent.size();
  }

  boolean isAllReceived() {
    return sent.isEmpty();
  }

  /** Sends something behind all that was sent before, at the next {@link #flush}. */
  void send(ObjectNode body, long now) {
    Frame frame = new Frame(nextOut++, body, now);
    sent.add(frame);
    held.add(frame);
  }

  /** What was held back goes now. */
  void flush() {
    transmit(held);
    held.clear();
  }

  /**
   * Sends again what has not arrived although there was time for it; the more rarely, the longer
   * nothing arrives.
   *
   * @param again how long that takes, in the unit of {@code now}
   */
  void sendAgain(long now, long again) {
    if (sent.isEmpty()
        || now - sent.peek().since() < again
        || (doublings > 0 && now - lastAgain < (again << doublings))) {
      return;
    }
    lastAgain = now;
    doublings = Math.min(doublings + 1, MAX_DOUBLINGS);
    transmit(
        sent.stream().limit(MAX_AGAIN).takeWhile(frame -> now - frame.since() >= again).toList());
  }

  /** Since when the other end has not said that it has a frame; {@code now} if it has all. */
  long waitingSince(long now) {
    return sent.isEmpty() ? now : sent.peek().since();
  }

  /** What is sent says as well which frames are here. */
  private void transmit(List<Frame> frames) {
    for (int from = 0; from < frames.size(); from += MAX_AT_ONCE) {
      int to = Math.min(frames.size(), from + MAX_AT_ONCE);
      acknowledge(to == from + 1 ? bodyOf(frames.get(from)) : severalOf(frames.subList(from, to)));
    }
  }

  private static ObjectNode severalOf(List<Frame> frames) {
    ObjectNode body = Body.of(SEVERAL);
    ArrayNode all = body.putArray("frames");
    frames.forEach(frame -> all.add(bodyOf(frame)));
    return body;
  }

  private static ObjectNode bodyOf(Frame frame) {
    return frame.body().deepCopy().put("number", frame.number());
  }

  /** The frames of a message, in the order in which they were sent. */
  static Iterable<JsonNode> framesIn(JsonNode body) {
    return Body.type(body).equals(SEVERAL) ? Body.list(body, "frames") : List.of(body);
  }

  private ObjectNode address(ObjectNode body) {
    body.put("connection", connection.toString()).put("run", run);
    return peerRun == null ? body : body.put("to_run", peerRun);
  }

  /** The other end has all frames below this number. */
  void received(long next) {
    while (!sent.isEmpty() && sent.peek().number() < next) {
      sent.poll();
      doublings = 0;
    }
  }

  /**
   * Takes a frame that came in a message, and gives all whose turn has come to {@code taker}, in
   * order.
   */
  void take(JsonNode body, Consumer<JsonNode> taker) {
    owed++;
    long number = body.path("number").asLong();
    if (number >= nextIn && early.size() < MAX_EARLY) {
      early.put(number, body);
    }
    for (JsonNode next = early.remove(nextIn); next != null; next = early.remove(nextIn)) {
      nextIn++;
      taker.accept(next);
    }
  }

  /** Whether frames have come of which the other end has not been told. */
  boolean owes() {
    return owed > 0;
  }

  /** Whether the other end should be told at once. */
  boolean owesMuch() {
    return owed >= MAX_OWED;
  }

  /** Sends a message that says how far frames have arrived. */
  void acknowledge(ObjectNode body) {
    owed = 0;
    sender.accept(address(body).put("next", nextIn));
  }
}
