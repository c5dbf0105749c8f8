package io.zabdb.maelstrom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.maelstrom.harness.Await;
import io.zabdb.maelstrom.harness.Client;
import io.zabdb.maelstrom.harness.Cluster;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.maelstrom.protocol.ErrorCode;
import org.junit.jupiter.api.Test;

/** Every message and error code of lin-kv, as one node or three answer. */
class ProtocolTest {

  private static void assertError(ErrorCode code, JsonNode answer) {
    assertEquals("error", Body.type(answer), () -> "answer " + answer);
    assertEquals(code.number(), answer.path("code").asInt(), () -> "answer " + answer);
    assertTrue(answer.path("text").isTextual(), () -> "answer " + answer);
  }

  private static ObjectNode cas(int key, int from, int to) {
    return Body.of("cas").put("key", key).put("from", from).put("to", to);
  }

  @Test
  void oneNodeAnswersEveryRequest() throws Exception {
    try (Cluster cluster = Cluster.start(1, 1, "lin-kv", "--patience", "8000")) {
      Client client = cluster.client();
      cluster.awaitLeader(cluster.names());

      assertError(ErrorCode.KEY_DOES_NOT_EXIST, client.ask("n0", Body.of("read").put("key", 1)));
      assertError(ErrorCode.KEY_DOES_NOT_EXIST, client.ask("n0", cas(1, 2, 3)));
      JsonNode written = client.ask("n0", Body.of("write").put("key", 1).put("value", 2));
      assertEquals("write_ok", Body.type(written));
      assertEquals(2, client.ask("n0", Body.of("read").put("key", 1)).path("value").asInt());
      assertEquals("cas_ok", Body.type(client.ask("n0", cas(1, 2, 3))));
      assertError(ErrorCode.PRECONDITION_FAILED, client.ask("n0", cas(1, 2, 3)));
      assertEquals(3, client.ask("n0", Body.of("read").put("key", 1)).path("value").asInt());

      assertError(ErrorCode.NOT_SUPPORTED, client.ask("n0", Body.of("explode")));
      assertError(
          ErrorCode.NOT_SUPPORTED,
          client.ask("n0", cas(9, 1, 2).put("create_if_not_exists", true)));
      assertError(ErrorCode.MALFORMED_REQUEST, client.ask("n0", Body.of("read")));
      assertError(ErrorCode.MALFORMED_REQUEST, client.ask("n0", Body.of("write").put("key", 1)));
      assertError(
          ErrorCode.MALFORMED_REQUEST, client.ask("n0", Body.JSON.createObjectNode().put("a", 1)));
      assertError(ErrorCode.ABORT, client.ask("n0", init("n0")));
      cluster.end();
    }
  }

  private static ObjectNode init(String name) {
    ObjectNode body = Body.of("init").put("node_id", name);
    body.putArray("node_ids").add("n0");
    return body;
  }

  @Test
  void keysAndValuesAreAnyJson() throws Exception {
    try (Cluster cluster = Cluster.start(2, 1, "lin-kv", "--patience", "8000")) {
      Client client = cluster.client();
      cluster.awaitLeader(cluster.names());
      JsonNode value = Body.JSON.readTree("{\"a\":[1,null,\"ä\"]}");
      ObjectNode write = Body.of("write");
      write.putArray("key").add(1).add("x");
      write.set("value", value);
      assertEquals("write_ok", Body.type(client.ask("n0", write)));
      ObjectNode read = Body.of("read");
      read.putArray("key").add(1).add("x");
      assertEquals(value, client.ask("n0", read).get("value"));
    }
  }

  @Test
  void whatIsNoMessageIsIgnored() throws Exception {
    try (Cluster cluster = Cluster.start(3, 1, "echo")) {
      cluster.write("n0", "{ this is not JSON");
      cluster.write("n0", "{\"src\":\"c1\",\"dest\":\"n0\"}");
      cluster.write("n0", "{\"src\":\"c1\",\"dest\":\"n0\",\"body\":{\"type\":\"x\"}}");
      JsonNode echo = cluster.client().ask("n0", Body.of("echo").put("echo", "still here"));
      assertEquals("still here", echo.path("echo").asText());
      // What it says beside its answers comes another way.
      Await.until("a complaint", () -> cluster.count("not a message") > 0);
      assertEquals(1, cluster.count("not JSON"));
      assertEquals(1, cluster.count("not a message"));
    }
  }

  @Test
  void withoutQuorumErrorsAreDefiniteWhereNothingCanHaveHappened() throws Exception {
    try (Cluster cluster = Cluster.start(4, 3, "lin-kv", "--leader-ticks", "500")) {
      Client client = cluster.client();
      String leader = cluster.awaitLeader(cluster.names());
      String follower = cluster.names().stream().filter(n -> !n.equals(leader)).findFirst().get();

      // It knows no leader soon, and then takes nothing in.
      cluster.isolate(follower);
      Await.until("a lonely node", () -> cluster.leaderAsSeenBy(follower).equals("unknown"));
      assertError(
          ErrorCode.TEMPORARILY_UNAVAILABLE,
          client.ask(follower, Body.of("write").put("key", 1).put("value", 2)));
      assertError(
          ErrorCode.TEMPORARILY_UNAVAILABLE, client.ask(follower, Body.of("read").put("key", 1)));

      // The leader logs a write before it learns that nobody follows; reads change nothing.
      cluster.isolate(leader);
      assertError(
          ErrorCode.TIMEOUT, client.ask(leader, Body.of("write").put("key", 1).put("value", 2)));
      assertError(
          ErrorCode.TEMPORARILY_UNAVAILABLE, client.ask(leader, Body.of("read").put("key", 1)));

      cluster.heal();
      cluster.awaitLeader(cluster.names());
      Await.until(
          "a write at " + follower,
          () -> {
            JsonNode answer = client.ask(follower, Body.of("write").put("key", 1).put("value", 3));
            return Body.type(answer).equals("write_ok");
          });
      cluster.end();
    }
  }

  @Test
  void anyNodeTakesRequests() throws Exception {
    try (Cluster cluster = Cluster.start(5, 3, "lin-kv", "--patience", "8000")) {
      Client client = cluster.client();
      cluster.awaitLeader(cluster.names());
      int value = 0;
      for (String writer : cluster.names()) {
        value++;
        JsonNode written = client.ask(writer, Body.of("write").put("key", "k").put("value", value));
        assertEquals("write_ok", Body.type(written), () -> "answer " + written);
        for (String reader : cluster.names()) {
          JsonNode read = client.ask(reader, Body.of("read").put("key", "k"));
          assertEquals(value, read.path("value").asInt(), () -> "answer " + read);
        }
      }
    }
  }
}
