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
import io.zabdb.maelstrom.harness.PipedNode;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.maelstrom.runtime.Node;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The network of node n0; the test is n1, and sends nothing again by itself. */
class WiresTest {

  private PipedNode node;

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
    public void nodesHeard(long members) {}

    @Override
    public void notified(int member, Datagram datagram) {}
  }

  private static Wires wires(GroupLines.Line line, long again) {
    PeerDisk disk =
        new PeerDisk(
            null,
            Path.of("."),
            checkpoint -> {
              throw new IOException("no checkpoint is sent here: " + checkpoint);
            });
    return new Wires(line, again, 600_000, new Deaf(), disk);
  }

  private static Wires wires(Node of, long again) {
    return wires(new GroupLines(of).of(0), again);
  }

  @AfterEach
  void end() throws Exception {
    node.close();
  }

  private static ObjectNode frame(String type, String connection, long number) {
    return Body.of(type).put("connection", connection).put("run", "b").put("number", number);
  }

  @Test
  void whatComesIsAcknowledgedThoughNothingGoesBack() throws Exception {
    node = PipedNode.start(each -> wires(each, 80));
    node.give(frame("wire_open", "1>0#1", 0));
    Await.until("an acknowledgement", () -> !node.told("wire_received").isEmpty());
    assertEquals(1, node.told("wire_received").get(0).path("next").asInt());
  }

  /** A closed connection is forgotten as soon as the other side has all of it. */
  @Test
  void whatGoesBackAcknowledges() throws Exception {
    node =
        PipedNode.start(
            each -> {
              Wires wires = wires(each, 60_000);
              wires.connect(new Connection(0, 1, 1));
              wires.close(new Connection(0, 1, 1));
            });
    Await.until("frames", () -> !node.told("wire_frames").isEmpty());
    JsonNode both = node.told("wire_frames").get(0);
    assertEquals(2, both.path("frames").size());
    String run = both.path("run").asText();
    node.give(frame("wire_accept", "0>1#1", 0).put("to_run", run).put("next", 2));
    assertTrue(node.told("wire_reset").isEmpty());
    node.give(frame("wire_close", "0>1#1", 1).put("to_run", run).put("next", 2));
    Await.until("word that there is no such connection", () -> !node.told("wire_reset").isEmpty());
  }

  @Test
  void groupsDoNotHearEachOther() throws Exception {
    node =
        PipedNode.start(
            each -> {
              GroupLines lines = new GroupLines(each);
              wires(lines.of(0), 80);
              wires(lines.of(1), 80);
            });
    node.give(frame("wire_open", "1>0#1", 0).put("group", 1));
    Await.until("an acknowledgement", () -> !node.told("wire_received").isEmpty());
    assertEquals(1, node.told("wire_received").get(0).path("group").asInt());
    // Group 0 knows nothing of this connection.
    node.give(frame("wire_accept", "1>0#1", 1));
    Await.until("word that there is no such connection", () -> !node.told("wire_reset").isEmpty());
    assertTrue(node.told("wire_reset").get(0).path("group").isMissingNode());
    node.give(frame("wire_accept", "1>0#1", 1).put("group", 7).put("msg_id", 5));
    Await.until("an error", () -> !node.told("error").isEmpty());
    assertTrue(node.told("error").get(0).path("text").asText().contains("group 7"));
  }
}
