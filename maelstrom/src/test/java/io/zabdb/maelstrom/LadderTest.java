package io.zabdb.maelstrom;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.maelstrom.harness.Await;
import io.zabdb.maelstrom.harness.Client;
import io.zabdb.maelstrom.harness.Cluster;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.maelstrom.protocol.ErrorCode;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The programs without a replicated log, over a network that loses messages and is cut. */
class LadderTest {

  private static final double LOSS = 0.2;

  @Test
  void echo() throws Exception {
    try (Cluster cluster = Cluster.start(11, 1, "echo")) {
      ObjectNode body = Body.of("echo");
      body.putArray("echo").add("anything").addNull();
      JsonNode answer = cluster.client().ask("n0", body);
      assertEquals("echo_ok", Body.type(answer));
      assertEquals(body.get("echo"), answer.get("echo"));
      cluster.end();
    }
  }

  @Test
  void broadcastReachesAllOverAPartition() throws Exception {
    try (Cluster cluster = Cluster.start(12, 3, "broadcast")) {
      cluster.disturb(2_000, LOSS);
      Client client = cluster.client();
      // A line: what n0 is told goes to n2 through n1 only.
      for (String name : cluster.names()) {
        ObjectNode topology = Body.of("topology");
        ObjectNode neighbours = topology.putObject("topology");
        neighbours.putArray("n0").add("n1");
        neighbours.putArray("n1").add("n0").add("n2");
        neighbours.putArray("n2").add("n1");
        assertEquals("topology_ok", Body.type(client.ask(name, topology)));
      }
      cluster.isolate("n1");
      Set<Integer> told = new TreeSet<>();
      for (int message = 0; message < 30; message++) {
        String name = "n" + message % 3;
        JsonNode answer = client.ask(name, Body.of("broadcast").put("message", message));
        assertEquals("broadcast_ok", Body.type(answer));
        told.add(message);
      }
      assertEquals(10, read(client, "n2", "messages").size());
      cluster.heal();
      for (String name : cluster.names()) {
        Await.until(
            name + " that has heard all", () -> read(client, name, "messages").equals(told));
      }
      JsonNode nonsense = client.ask("n0", Body.of("topology").put("topology", 5));
      assertEquals(ErrorCode.MALFORMED_REQUEST.number(), nonsense.path("code").asInt());
      cluster.end();
    }
  }

  @Test
  void gSetsMerge() throws Exception {
    try (Cluster cluster = Cluster.start(13, 3, "g-set")) {
      cluster.disturb(2_000, LOSS);
      cluster.isolate("n2");
      Client client = cluster.client();
      Set<Integer> added = new TreeSet<>();
      for (int element = 0; element < 30; element++) {
        JsonNode answer = client.ask("n" + element % 3, Body.of("add").put("element", element));
        assertEquals("add_ok", Body.type(answer));
        added.add(element);
      }
      assertEquals(10, read(client, "n2", "value").size());
      cluster.heal();
      for (String name : cluster.names()) {
        Await.until(name + " with all elements", () -> read(client, name, "value").equals(added));
      }
      cluster.end();
    }
  }

  private static Set<Integer> read(Client client, String name, String field) {
    ArrayNode values = (ArrayNode) client.ask(name, Body.of("read")).get(field);
    Set<Integer> read = new TreeSet<>();
    values.forEach(value -> read.add(value.asInt()));
    assertEquals(values.size(), read.size(), "something is there twice");
    return read;
  }

  @Test
  void pnCountersCountEachChangeOnce() throws Exception {
    try (Cluster cluster = Cluster.start(14, 3, "pn-counter")) {
      cluster.disturb(2_000, LOSS);
      cluster.isolate("n0");
      Client client = cluster.client();
      int sum = 0;
      for (int i = 0; i < 30; i++) {
        int delta = i % 2 == 0 ? i : -2 * i;
        sum += delta;
        JsonNode answer = client.ask("n" + i % 3, Body.of("add").put("delta", delta));
        assertEquals("add_ok", Body.type(answer));
      }
      int expected = sum;
      cluster.heal();
      for (String name : cluster.names()) {
        Await.until(
            name + " with the sum " + expected,
            () -> client.ask(name, Body.of("read")).path("value").asInt() == expected);
      }
      JsonNode nonsense = client.ask("n0", Body.of("add").put("delta", "two"));
      assertEquals(ErrorCode.MALFORMED_REQUEST.number(), nonsense.path("code").asInt());
      cluster.end();
    }
  }
}
