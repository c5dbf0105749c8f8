package io.zabdb.maelstrom.harness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.maelstrom.protocol.ErrorCode;
import io.zabdb.maelstrom.protocol.RequestError;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Carries messages between nodes and clients: each on its own, some time later, so in any order.
 * Loses some and cuts links. Clients are never cut off. Everything is drawn from a seed, though the
 * order in which messages come to be drawn for is not. Thread-safe.
 */
final class Network implements AutoCloseable {

  private record Parcel(long due, String to, JsonNode message) implements Delayed {

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(due, ((Parcel) other).due);
    }
  }

  private record Link(String from, String to) {}

  private final DelayQueue<Parcel> parcels = new DelayQueue<>();
  private final Thread carrier = new Thread(this::carry, "network");

  // Guarded by this.
  private final Random random;
  private final Map<String, Consumer<JsonNode>> receivers = new HashMap<>();
  private final Set<Link> cut = new HashSet<>();
  private final Map<Link, Predicate<JsonNode>> dropped = new HashMap<>();
  private long mostDelayMicros;
  private double loss;
  private long lost;

  Network(long seed) {
    random = new Random(seed);
    carrier.setDaemon(true);
    carrier.start();
  }

  /** From now on a name's messages go there; null: nowhere, they are lost. */
  synchronized void attach(String name, Consumer<JsonNode> receiver) {
    receivers.put(name, receiver);
  }

  /** Messages take up to so long, and of those between nodes some are lost. */
  synchronized void disturb(long delayMicros, double lossOfMessages) {
    mostDelayMicros = delayMicros;
    loss = lossOfMessages;
  }

  /** Nothing from one node comes to the other any more. */
  synchronized void cut(String from, String to) {
    cut.add(new Link(from, to));
  }

  /** Messages from one node come to the other again. */
  synchronized void mend(String from, String to) {
    cut.remove(new Link(from, to));
  }

  /** Messages of a type from one node do not come to the other any more. */
  void drop(String from, String to, String type) {
    dropIf(from, to, body -> isAllOf(type, body));
  }

  /** Messages from one node whose bodies are so do not come to the other any more. */
  synchronized void dropIf(String from, String to, Predicate<JsonNode> isSo) {
    dropped.put(new Link(from, to), isSo);
  }

  /** No link is cut, nothing is dropped. */
  synchronized void heal() {
    cut.clear();
    dropped.clear();
  }

  /** How many messages were lost. */
  synchronized long lost() {
    return lost;
  }

  /** Takes a message. To a name that nobody has, it is answered with an error, if at all. */
  synchronized void send(JsonNode message) {
    String from = message.path("src").asText();
    String to = message.path("dest").asText();
    if (!receivers.containsKey(to)) {
      refuse(message, from);
      return;
    }
    if (isLost(new Link(from, to), message.path("body"))) {
      lost++;
      return;
    }
    post(to, message);
  }

  private boolean isLost(Link link, JsonNode body) {
    boolean betweenNodes = link.from().startsWith("n") && link.to().startsWith("n");
    return cut.contains(link)
        || (dropped.containsKey(link) && dropped.get(link).test(body))
        || (betweenNodes && random.nextDouble() < loss);
  }

  /** Of those that go at once others are left. */
  private static boolean isAllOf(String type, JsonNode body) {
    JsonNode frames = body.path("frames");
    if (!frames.isArray()) {
      return Body.type(body).equals(type);
    }
    Iterator<JsonNode> each = frames.iterator();
    while (each.hasNext()) {
      if (Body.type(each.next()).equals(type)) {
        each.remove();
      }
    }
    return frames.isEmpty();
  }

  private void post(String to, JsonNode message) {
    long delay = mostDelayMicros == 0 ? 0 : random.nextLong(mostDelayMicros);
    parcels.add(new Parcel(System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(delay), to, message));
  }

  private void refuse(JsonNode message, String from) {
    JsonNode id = message.path("body").get("msg_id");
    if (id != null) {
      ObjectNode error =
          Body.of(new RequestError(ErrorCode.NODE_NOT_FOUND, "nobody has that name"));
      error.set("in_reply_to", id);
      ObjectNode answer = Body.JSON.createObjectNode().put("src", "network").put("dest", from);
      answer.set("body", error);
      post(from, answer);
    }
  }

  private void carry() {
    try {
      while (true) {
        Parcel parcel = parcels.take();
        Consumer<JsonNode> receiver = receiverOf(parcel.to());
        if (receiver != null) {
          receiver.accept(parcel.message());
        }
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  private synchronized Consumer<JsonNode> receiverOf(String name) {
    return receivers.get(name);
  }

  /** Nothing is carried any more, but for what is being handed over. */
  @Override
  public void close() {
    carrier.interrupt();
  }
}
