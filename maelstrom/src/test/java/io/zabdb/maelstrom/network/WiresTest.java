package io.zabdb.maelstrom.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Message;
import io.zabdb.core.step.Connection;
import io.zabdb.environment.peer.EntryLog;
import io.zabdb.environment.peer.PeerListener;
import io.zabdb.maelstrom.harness.Await;
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
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The network of node n0; the test is n1, and sends nothing again by itself. */
class WiresTest {

  private static final String INIT =
      "{\"src\":\"c0\",\"dest\":\"n0\",\"body\":{\"type\":\"init\",\"msg_id\":1,"
          + "\"node_id\":\"n0\",\"node_ids\":[\"n0\",\"n1\"]}}\n";

  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
  private final PipedWriter toNode = new PipedWriter();
  private Thread thread;

  /** Hears nothing of interest. */
  private static final class Deaf implements PeerListener {

    @Override
    public EntryLog log() {
      return null;
    }

    @Override
    public void requested(Connection connection) {}

    @Override
    public void accepted(Connection connection) {}

    @Override
    public void closed(Connection connection) {}

    @Override
    public void received(Connection connection, Message message) {}

    @Override
    public void progressed(Connection connection) {}

    @Override
    public void notified(int member, Datagram datagram) {}
  }

  private static Wires wires(Node node, long again) {
    PeerDisk disk =
        new PeerDisk(
            null,
            Path.of("."),
            checkpoint -> {
              throw new IOException("no checkpoint is sent here: " + checkpoint);
            });
    return new Wires(new GroupLines(node).of(0), again, 600_000, new Deaf(), disk);
  }

  private void start(Program program) throws IOException {
    BufferedReader lines = new BufferedReader(new PipedReader(toNode));
    Node node = new Node(program, new PrintStream(sent, false, StandardCharsets.UTF_8), System.err);
    thread =
        new Thread(
            () -> {
              try {
                node.run(lines);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    thread.start();
    toNode.write(INIT);
    toNode.flush();
  }

  @AfterEach
  void end() throws Exception {
    toNode.close();
    thread.join();
  }

  private void give(ObjectNode body) throws IOException {
    ObjectNode message = Body.JSON.createObjectNode().put("src", "n1").put("dest", "n0");
    message.set("body", body);
    toNode.write(message + "\n");
    toNode.flush();
  }

  private static ObjectNode frame(String type, String connection, long number) {
    return Body.of(type).put("connection", connection).put("run", "b").put("number", number);
  }

  private List<JsonNode> told(String type) {
    return sent.toString(StandardCharsets.UTF_8)
        .lines()
        .map(WiresTest::bodyOf)
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

  @Test
  void whatComesIsAcknowledgedThoughNothingGoesBack() throws Exception {
    start(node -> wires(node, 80));
    give(frame("wire_open", "1>0#1", 0));
    Await.until("an acknowledgement", () -> !told("wire_received").isEmpty());
    assertEquals(1, told("wire_received").get(0).path("next").asInt());
  }

  /** A closed connection is forgotten as soon as the other side has all of it. */
  @Test
  void whatGoesBackAcknowledges() throws Exception {
    start(
        node -> {
          Wires wires = wires(node, 60_000);
          wires.connect(new Connection(0, 1, 1));
          wires.close(new Connection(0, 1, 1));
        });
    Await.until("frames", () -> !told("wire_frames").isEmpty());
    JsonNode both = told("wire_frames").get(0);
    assertEquals(2, both.path("frames").size());
    String run = both.path("run").asText();
    give(frame("wire_accept", "0>1#1", 0).put("to_run", run).put("next", 2));
    assertTrue(told("wire_reset").isEmpty());
    give(frame("wire_close", "0>1#1", 1).put("to_run", run).put("next", 2));
    Await.until("word that there is no such connection", () -> !told("wire_reset").isEmpty());
  }
}
