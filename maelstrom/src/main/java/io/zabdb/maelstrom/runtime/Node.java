package io.zabdb.maelstrom.runtime;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.maelstrom.protocol.ErrorCode;
import io.zabdb.maelstrom.protocol.RequestError;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A node of Maelstrom: takes messages from a stream, a line each, and sends on another. It runs one
 * program, on one event loop; nothing here is for other threads but {@link #loop}.
 */
public final class Node {

  private final EventLoop loop = new EventLoop();
  private final PrintStream out;
  private final PrintStream err;
  private final Program program;
  private final Map<String, Handler> handlers = new HashMap<>();
  private final Map<Long, Consumer<JsonNode>> calls = new HashMap<>();
  private final List<AutoCloseable> resources = new ArrayList<>();
  private String id;
  private List<String> ids = List.of();
  private long lastMessage;
  private Throwable failure;

  /**
   * A node that does not run yet.
   *
   * @param out takes messages
   * @param err takes what is for people
   */
  public Node(Program program, PrintStream out, PrintStream err) {
    this.program = program;
    this.out = out;
    this.err = err;
    on("init", this::init);
    loop.beforeWaiting(out::flush);
  }

  // -- for programs

  /** The name of this node. */
  public String id() {
    return id;
  }

  /** The names of all nodes, this one included; all nodes see them in the same order. */
  public List<String> ids() {
    return ids;
  }

  /** The names of the other nodes. */
  public List<String> others() {
    List<String> others = new ArrayList<>(ids);
    others.remove(id);
    return others;
  }

  public EventLoop loop() {
    return loop;
  }

  /** From now on these requests go there. */
  public void on(String type, Handler handler) {
    handlers.put(type, handler);
  }

  /** Sends a message, which may be lost, with all others of the same round of the loop. */
  public void send(String to, ObjectNode body) {
    ObjectNode message = Body.JSON.createObjectNode().put("src", id).put("dest", to);
    message.set("body", body);
    out.print(message + "\n");
  }

  /**
   * Sends a message, and calls back once: with the answer's body, which may be an error, or with
   * null if there is none in time.
   *
   * @param millis to wait
   */
  public void call(String to, ObjectNode body, long millis, Consumer<JsonNode> back) {
    long message = ++lastMessage;
    calls.put(message, back);
    send(to, body.put("msg_id", message));
    loop.after(millis, () -> answered(message, null));
  }

  /** Tells people something. */
  public void log(String text) {
    err.println(text);
  }

  /** Tells people of an error. */
  public void log(String text, Throwable error) {
    err.println(text);
    error.printStackTrace(err);
  }

  /** Closes something when the messages have ended. */
  public void onEnd(AutoCloseable resource) {
    resources.add(resource);
  }

  /** Ends the node: it can no longer be trusted. */
  public void fail(Throwable cause) {
    failure = cause;
    loop.stop();
  }

  // -- what comes in

  /**
   * Runs until the messages end.
   *
   * @throws IllegalStateException if the node has failed
   */
  public void run(BufferedReader in) throws Exception {
    Thread reader = new Thread(() -> read(in), "input");
    reader.setDaemon(true);
    reader.start();
    loop.run();
    out.flush();
    if (failure != null) {
      throw new IllegalStateException("the node has failed", failure);
    }
    for (AutoCloseable resource : resources) {
      resource.close();
    }
    out.flush();
  }

  private void read(BufferedReader in) {
    try {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String message = line;
        loop.execute(() -> receive(message));
      }
      loop.execute(loop::stop);
    } catch (IOException e) {
      loop.execute(() -> fail(e));
    }
  }

  private void receive(String line) {
    JsonNode message;
    try {
      message = Body.JSON.readTree(line);
    } catch (JsonProcessingException e) {
      log("not JSON: " + line);
      return;
    }
    JsonNode source = message.path("src");
    JsonNode body = message.path("body");
    if (!source.isTextual() || !body.isObject()) {
      log("not a message with src and body: " + line);
      return;
    }
    JsonNode answered = body.get("in_reply_to");
    if (answered != null) {
      answered(answered.asLong(), body);
    } else {
      handle(new Request(this, source.asText(), body));
    }
  }

  private void answered(long message, JsonNode body) {
    Consumer<JsonNode> back = calls.remove(message);
    if (back != null) {
      back.accept(body);
    }
  }

  private void handle(Request request) {
    try {
      handlerOf(Body.type(request.body())).handle(request);
    } catch (RuntimeException e) {
      request.fail(e);
    }
  }

  private Handler handlerOf(String type) {
    if (type.isEmpty()) {
      throw Body.malformed("a body needs a type");
    }
    Handler handler = handlers.get(type);
    if (handler != null) {
      return handler;
    }
    if (id == null) {
      throw new RequestError(ErrorCode.TEMPORARILY_UNAVAILABLE, "there was no init yet");
    }
    throw new RequestError(ErrorCode.NOT_SUPPORTED, "this node knows no requests of type " + type);
  }

  private void init(Request request) {
    if (id != null) {
      throw new RequestError(ErrorCode.ABORT, "this node is " + id + " already");
    }
    List<String> names = new ArrayList<>();
    Body.list(request.body(), "node_ids").forEach(name -> names.add(name.asText()));
    String name = Body.field(request.body(), "node_id").asText();
    if (!names.contains(name)) {
      throw Body.malformed("node_id " + name + " is not among the node_ids " + names);
    }
    id = name;
    ids = List.copyOf(names);
    try {
      program.start(this);
    } catch (Exception e) {
      fail(e);
      return;
    }
    request.reply(Body.of("init_ok"));
  }
}
