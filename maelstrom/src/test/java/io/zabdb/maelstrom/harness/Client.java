package io.zabdb.maelstrom.harness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.maelstrom.protocol.Body;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A client: asks nodes, one request after the other. For one thread. */
public final class Client {

  /** What {@link #ask} returns if no answer came. */
  public static final JsonNode NO_ANSWER = Body.JSON.createObjectNode();

  private final Network network;
  private final String name;
  private final ConcurrentHashMap<Long, LinkedBlockingQueue<JsonNode>> waiting =
      new ConcurrentHashMap<>();
  private long lastMessage;

  Client(Network network, String name) {
    this.network = network;
    this.name = name;
    network.attach(name, this::received);
  }

  private void received(JsonNode message) {
    JsonNode body = message.path("body");
    LinkedBlockingQueue<JsonNode> answers = waiting.get(body.path("in_reply_to").asLong());
    if (answers != null) {
      answers.add(body);
    }
  }

  /** Sends a request and waits for the answer, which may be an error. */
  public JsonNode ask(String node, ObjectNode body, long millis) {
    long id = ++lastMessage;
    LinkedBlockingQueue<JsonNode> answers = new LinkedBlockingQueue<>();
    waiting.put(id, answers);
    ObjectNode message = Body.JSON.createObjectNode().put("src", name).put("dest", node);
    message.set("body", body.put("msg_id", id));
    network.send(message);
    try {
      JsonNode answer = answers.poll(millis, TimeUnit.MILLISECONDS);
      return answer == null ? NO_ANSWER : answer;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      waiting.remove(id);
    }
  }

  /** Sends a request that should be answered soon. */
  public JsonNode ask(String node, ObjectNode body) {
    return ask(node, body, 10_000);
  }
}
