package io.zabdb.maelstrom.network;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.core.step.Connection;
import java.util.ArrayDeque;
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

  private record Frame(long number, ObjectNode body, long since) {}

  private final Connection connection;
  private final String run;
  private final Consumer<ObjectNode> sender;
  private final ArrayDeque<Frame> sent = new ArrayDeque<>();
  private final TreeMap<Long, JsonNode> early = new TreeMap<>();
  private String peerRun;
  private long nextOut;
  private long nextIn;
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

  /** Sends something behind all that was sent before. */
  void send(ObjectNode body, long now) {
    Frame frame = new Frame(nextOut++, body, now);
    sent.add(frame);
    transmit(frame);
  }

  /** Sends again what has not arrived although there was time for it. */
  void sendAgain(long before) {
    sent.stream()
        .limit(MAX_AGAIN)
        .takeWhile(frame -> frame.since() <= before)
        .forEach(this::transmit);
  }

  /** Since when the other end has not said that it has a frame; {@code now} if it has all. */
  long waitingSince(long now) {
    return sent.isEmpty() ? now : sent.peek().since();
  }

  private void transmit(Frame frame) {
    sender.accept(address(frame.body().deepCopy()).put("number", frame.number()));
  }

  private ObjectNode address(ObjectNode body) {
    body.put("connection", connection.toString()).put("run", run);
    return peerRun == null ? body : body.put("to_run", peerRun);
  }

  /** The other end has all frames below this number. */
  void received(long next) {
    while (!sent.isEmpty() && sent.peek().number() < next) {
      sent.poll();
    }
  }

  /** Takes a frame, and gives all whose turn has come to {@code taker}, in order. */
  void take(long number, JsonNode body, Consumer<JsonNode> taker) {
    if (number >= nextIn && early.size() < MAX_EARLY) {
      early.put(number, body);
    }
    for (JsonNode next = early.remove(nextIn); next != null; next = early.remove(nextIn)) {
      nextIn++;
      taker.accept(next);
    }
  }

  /** Says how far frames have arrived. */
  void acknowledge(ObjectNode body) {
    sender.accept(address(body).put("next", nextIn));
  }
}
