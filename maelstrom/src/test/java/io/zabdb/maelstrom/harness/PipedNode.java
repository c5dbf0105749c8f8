package io.zabdb.maelstrom.harness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.maelstrom.runtime.Node;
import io.zabdb.maelstrom.runtime.Program;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Node n0 of two, in this process; the test is n1, and does nothing by itself. For one thread. */
public final class PipedNode implements AutoCloseable {

  private static final String INIT =
      "{\"src\":\"c0\",\"dest\":\"n0\",\"body\":{\"type\":\"init\",\"msg_id\":1,"
          + "\"node_id\":\"n0\",\"node_ids\":[\"n0\",\"n1\"]}}\n";

  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
  private final PipedWriter toNode = new PipedWriter();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final Program program;

  private PipedNode(Program program) {
    this.program = program;
  }

  /** Starts it. */
  public static PipedNode start(Program program) throws IOException {
    PipedNode node = new PipedNode(program);
    BufferedReader lines = new BufferedReader(new PipedReader(node.toNode));
    new Thread(() -> node.run(lines), "n0").start();
    node.write(INIT);
    return node;
  }

  private void run(BufferedReader lines) {
    try {
      new Node(program, new PrintStream(sent, false, StandardCharsets.UTF_8), System.err)
          .run(lines);
      ended.complete(null);
    } catch (Exception e) {
      ended.completeExceptionally(e);
    }
  }

  private void write(String line) throws IOException {
    toNode.write(line);
    toNode.flush();
  }

  /** Sends it a message. */
  public void give(ObjectNode body) throws IOException {
    ObjectNode message = Body.JSON.createObjectNode().put("src", "n1").put("dest", "n0");
    message.set("body", body);
    write(message + "\n");
  }

  /** The bodies of this type that it has sent. */
  public List<JsonNode> told(String type) {
    return sent.toString(StandardCharsets.UTF_8)
        .lines()
        .map(PipedNode::bodyOf)
        .filter(body -> Body.type(body).equals(type))
        .toList();
  }

  private static JsonNode bodyOf(String line) {
    try {
      return Body.JSON.readTree(line).path("body");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends its messages, and waits for it; throws if it has failed. */
  @Override
  public void close() throws IOException {
    toNode.close();
    ended.join();
  }
}
