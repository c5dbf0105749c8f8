package io.zabdb.cli.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.zabdb.cli.Await;
import io.zabdb.cli.Cli;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.ErrorCode;
import io.zabdb.rpc.wire.Event;
import io.zabdb.rpc.wire.Events;
import io.zabdb.rpc.wire.GetEvents;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Member 0 of the group is on node 1, member 1 on node 0. */
@Timeout(60)
class EventsCommandTest {

  private static final long START = 1_790_000_000_000L;

  private final List<List<Event>> events =
      List.of(new CopyOnWriteArrayList<>(), new CopyOnWriteArrayList<>());
  private final List<GetEvents> asked = new CopyOnWriteArrayList<>();
  private FakeNodes nodes;

  @BeforeEach
  void serve() throws IOException {
    nodes = new FakeNodes(List.of(1, 0), this::answer);
    add(1, 0, "LEADER", 0, 0, 0, "epoch 3");
    add(0, 1, "LEADER", 0, 0, 0, "epoch 3");
    add(1, 70, "TRANSFER_BEGAN", 1, 0, 0, "pressure 7 of threshold 6, policy coldest");
    add(1, 72, "TRANSFERRED", 1, 2_340_000, 0, "");
    add(0, 75, "TOOK_OVER", 0, 3_000_000, 0, "epoch 4");
    add(1, 79, "COMPACTION_ENDED", -1, 12_345_000_000L, 2_048, "");
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  private void add(
      int node, long after, String kind, int peer, long nanos, long bytes, String text) {
    List<Event> of = events.get(node);
    of.add(
        Event.newBuilder()
            .setNumber(of.size() + 1)
            .setTimeMillis(START + after)
            .setKind(kind)
            .setPeerPlusOne(peer + 1)
            .setNanos(nanos)
            .setBytes(bytes)
            .setText(text)
            .build());
  }

  private Response.Builder answer(int node, Request request) {
    return switch (request.getBodyCase()) {
      case GET_EVENTS -> {
        asked.add(request.getGetEvents());
        long after = request.getGetEvents().getAfter();
        yield Response.newBuilder()
            .setEvents(
                Events.newBuilder()
                    .addAllEvents(
                        events.get(node).stream().filter(e -> e.getNumber() > after).toList()));
      }
      case GET_STATUS -> Response.newBuilder().setStatus(status(node));
      default ->
          Response.newBuilder().setError(Error.newBuilder().setCode(ErrorCode.INVALID_ARGUMENT));
    };
  }

  private NodeStatus.Builder status(int node) {
    NodeStatus.Replica.Builder replica =
        NodeStatus.Replica.newBuilder().setMember(1 - node).setRole("FOLLOWING").setPolicy("off");
    if (node == 0) {
      replica
          .setLastTransfer(events.get(0).get(1))
          .setScrubbedBytes(3 << 20)
          .setScrubPasses(2)
          .setLastScrubMillis(START + 80);
    } else {
      replica.setScrubbedBytes(1 << 10);
    }
    return NodeStatus.newBuilder().setNode(node).addReplicas(replica);
  }

  private static String time(long after) {
    return DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS")
        .withZone(ZoneId.systemDefault())
        .format(Instant.ofEpochMilli(START + after));
  }

  @Test
  void eventsOfAllNodesAreMergedByTime() {
    Cli.Ended ended = nodes.run("events");
    assertEquals(0, ended.exit(), ended.err());
    assertEquals(
        String.join(
            "\n",
            "time                    node group event             peer    took       why",
            time(0) + " 1    0     LEADER            node 1             epoch 3",
            time(1) + " 0    0     LEADER            node 1             epoch 3",
            time(70)
                + " 1    0     TRANSFER_BEGAN    node 0             "
                + "pressure 7 of threshold 6, policy coldest",
            time(72) + " 1    0     TRANSFERRED       node 0  2.3 ms",
            time(75) + " 0    0     TOOK_OVER         node 1  3.0 ms     epoch 4",
            time(79) + " 1    0     COMPACTION_ENDED          12.3 s     2.0 KiB to compact",
            ""),
        ended.out());
  }

  @Test
  void aChartHasAColumnForEachReplicaAndAnArrowForWhatIsAboutAnother() {
    Cli.Ended ended = nodes.run("events", "--chart");
    assertEquals(0, ended.exit(), ended.err());
    assertEquals(
        String.join(
            "\n",
            "sequenceDiagram",
            "  participant g0n0 as group 0 on node 0",
            "  participant g0n1 as group 0 on node 1",
            "  Note over g0n1: +0 ms LEADER epoch 3",
            "  Note over g0n0: +1 ms LEADER epoch 3",
            "  g0n1->>g0n0: +70 ms TRANSFER_BEGAN pressure 7 of threshold 6, policy coldest",
            "  g0n1->>g0n0: +72 ms TRANSFERRED, took 2.3 ms",
            "  Note over g0n0: +75 ms TOOK_OVER epoch 4, took 3.0 ms",
            "  Note over g0n1: +79 ms COMPACTION_ENDED, took 12.3 s",
            ""),
        ended.out());
    for (String other : List.of("--json", "--follow")) {
      Cli.Ended refused = nodes.run("events", "--chart", other);
      assertEquals(2, refused.exit());
      assertEquals("zabdb: --chart goes without --json and --follow\n", refused.err());
    }
  }

  @Test
  void jsonHasALineForEach() throws IOException {
    List<String> lines = nodes.run("events", "--json").out().lines().toList();
    assertEquals(6, lines.size());
    JsonNode event = new ObjectMapper().readTree(lines.get(3));
    assertEquals(1, event.get("node").asInt());
    assertEquals(0, event.get("group").asInt());
    assertEquals(3, event.get("number").asLong());
    assertEquals(START + 72, event.get("timeMillis").asLong());
    assertEquals("TRANSFERRED", event.get("kind").asText());
    assertEquals(0, event.get("peer").asInt());
    assertEquals(2_340_000, event.get("nanos").asLong());
    assertEquals("", event.get("text").asText());
    JsonNode ended = new ObjectMapper().readTree(lines.get(5));
    assertTrue(!ended.has("peer"), ended::toString);
    assertEquals(2_048, ended.get("bytes").asLong());
  }

  @Test
  void theNewestOfAll() {
    List<String> lines = nodes.run("events", "--limit=2").out().lines().toList();
    assertEquals(3, lines.size());
    assertTrue(lines.get(1).contains("TOOK_OVER"), lines.get(1));
    assertTrue(asked.stream().allMatch(request -> request.getLimit() == 2), asked::toString);
    asked.clear();
    nodes.run("events", "--limit=10000");
    assertTrue(asked.stream().allMatch(request -> request.getLimit() == 1_000), asked::toString);
  }

  @Test
  void asOneNodeSawIt() {
    List<String> lines = nodes.run("events", "--node=0", "--group=0").out().lines().toList();
    assertEquals(3, lines.size());
  }

  @Test
  void whoDoesNotAnswerIsNamed() {
    nodes.stop(1);
    Cli.Ended ended = nodes.run("events");
    assertEquals(1, ended.exit());
    assertEquals(3, ended.out().lines().count(), ended.out());
    assertTrue(ended.err().startsWith("zabdb: node 1 does not answer: "), ended.err());
    assertEquals(1, ended.err().lines().count(), ended.err());
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    for (String limit : List.of("0", "10001", "-1")) {
      Cli.Ended ended = nodes.run("events", "--limit=" + limit);
      assertEquals(2, ended.exit());
      assertEquals(
          "zabdb: --limit is " + limit + ", allowed is 1 to 10000\n",
          ended.err().replace("\r", ""));
    }
    Cli.Ended group = nodes.run("events", "--group=7");
    assertEquals(2, group.exit());
    assertEquals("zabdb: there is no group 7, but [0]\n", group.err());
    assertEquals(2, nodes.run("events", "--node=9").exit());
  }

  @Test
  void followingTellsWhatIsNewOnce() throws Exception {
    Cli.Running running = Cli.start(nodes.line("events", "--follow"));
    try {
      Await.until("the old events", () -> running.out().contains("COMPACTION_ENDED"));
      add(0, 90, "STEP", -1, 0, 0, "pressure 8 of threshold 6, no member can take over");
      Await.until("a new event", () -> running.out().contains("pressure 8"));
      nodes.stop(1);
      Await.until("a complaint", () -> running.err().contains("node 1 does not answer"));
      add(0, 95, "LEADER_LOST", 0, 0, 0, "");
      Await.until("another event", () -> running.out().contains("LEADER_LOST"));
    } finally {
      running.interrupt();
    }
    assertEquals(9, running.out().lines().count(), running.out());
    assertEquals(1, running.err().lines().filter(line -> line.contains("does not")).count());
  }

  @Test
  void statusShowsPolicyAndLastTransfer() throws IOException {
    String text = nodes.run("status").out();
    assertTrue(text.contains(" policy "), text);
    assertTrue(text.contains(" off "), text);
    assertTrue(
        text.contains(
            "group 0 on node 0: took over from node 1 at " + time(75) + ", pause 3.0 ms\n"),
        text);
    assertTrue(
        text.contains(
            "group 0 on node 0: 3.0 MiB of its files scrubbed since its start, all of them by "
                + time(80)
                + "\n"),
        text);
    assertTrue(
        text.contains("group 0 on node 1: 1.0 KiB of its files scrubbed since its start\n"), text);
    JsonNode json = new ObjectMapper().readTree(nodes.run("status", "--json").out());
    JsonNode replica = json.get("nodes").get(0).get("replicas").get(0);
    assertEquals("off", replica.get("policy").asText());
    assertEquals(2, replica.get("scrubPasses").asInt());
    assertEquals("TOOK_OVER", replica.get("lastTransfer").get("kind").asText());
    assertEquals(1, replica.get("lastTransfer").get("peer").asInt());
    assertTrue(!json.get("nodes").get(1).get("replicas").get(0).has("lastTransfer"));
  }
}
