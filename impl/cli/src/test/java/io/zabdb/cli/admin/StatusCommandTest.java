package io.zabdb.cli.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.zabdb.cli.Cli;
import io.zabdb.cli.cluster.ClusterFile;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.ErrorCode;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.Partitions;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of which no node answers, and one whose partition has moved. */
@Timeout(60)
class StatusCommandTest {

  @TempDir Path directory;

  @Test
  void eachNodeThatIsDownHasItsOwnAddress() throws Exception {
    List<ClusterFile.Node> nodes = new ArrayList<>();
    List<ServerSocket> taken = new ArrayList<>();
    for (int id = 0; id < 3; id++) {
      ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      taken.add(socket);
      nodes.add(new ClusterFile.Node(id, "127.0.0.1", socket.getLocalPort()));
    }
    for (ServerSocket socket : taken) {
      socket.close();
    }
    new ClusterFile(UUID.randomUUID(), "127.0.0.1:1", nodes).write(directory);
    Cli.Ended ended = Cli.run("status", "--dir=" + directory);
    assertEquals(1, ended.exit(), ended.toString());
    for (ClusterFile.Node node : nodes) {
      String line =
          ended
              .out()
              .lines()
              .filter(each -> each.startsWith(node.id() + " "))
              .findFirst()
              .orElseThrow();
      assertTrue(line.contains("down: cannot connect to " + node.address()), line);
    }
  }

  /** All nodes hold that the first group has it; its leader has given it to the second one. */
  private static Response.Builder answer(int node, Request request, boolean knows) {
    Response.Builder response = Response.newBuilder();
    return switch (request.getBodyCase()) {
      case GET_STATUS -> response.setStatus(status(node));
      case GET_PARTITIONS -> {
        int group = request.getGetPartitions().getGroup();
        Partitions.Builder said = Partitions.newBuilder();
        said.addPartitions(
            Partitions.Partition.newBuilder()
                .setName("p0")
                .setAfter(Long.MIN_VALUE)
                .setUpTo(Long.MAX_VALUE)
                .setPhase(group == 0 ? "SWITCHED" : "SERVING")
                .setMove(group));
        yield group == 0 || knows
            ? response.setPartitions(said)
            : response.setError(Error.newBuilder().setCode(ErrorCode.UNAVAILABLE));
      }
      default -> response.setError(Error.newBuilder().setCode(ErrorCode.INTERNAL));
    };
  }

  private static NodeStatus.Builder status(int node) {
    NodeStatus.Builder status = NodeStatus.newBuilder().setNode(node).setProcess(4_000 + node);
    for (int group = 0; group < 2; group++) {
      status.addReplicas(
          NodeStatus.Replica.newBuilder()
              .setGroup(group)
              .setMember(node)
              .setEpoch(3)
              .setPhase("BROADCAST")
              .setRole(node == 0 ? "LEADING" : "FOLLOWING"));
    }
    return status;
  }

  @Test
  void partitionsAreShownByWhoeverHasThemNow() throws Exception {
    try (FakeNodes nodes =
        new FakeNodes(List.of(0, 1), 2, (node, request) -> answer(node, request, true))) {
      String text = nodes.run("status").out();
      assertTrue(text.contains("up to 9223372036854775807, group 1\n"), text);
      assertTrue(text.contains("group 0 on nodes [0, 1]: node 0 in epoch 3, 0 partitions"), text);
      assertTrue(text.contains("group 1 on nodes [0, 1]: node 0 in epoch 3, 1 partitions"), text);
      JsonNode json = new ObjectMapper().readTree(nodes.run("status", "--json").out());
      JsonNode partition = json.get("ring").get("partitions").get(0);
      assertEquals(1, partition.get("group").asInt());
      assertEquals(1, partition.get("move").asInt());
      assertTrue(partition.get("confirmed").asBoolean());
    }
  }

  @Test
  void processesHaveNumbersForScripts() throws Exception {
    try (FakeNodes nodes =
        new FakeNodes(List.of(0, 1), 2, (node, request) -> answer(node, request, true))) {
      assertEquals("4000\n", nodes.run("status", "--leader-pid").out());
      assertEquals("4001\n", nodes.run("status", "--pid=1").out());
      Cli.Ended unknown = nodes.run("status", "--pid=7");
      assertEquals(2, unknown.exit());
      assertEquals("zabdb: there is no node 7, but [0, 1]\n", unknown.err());
      assertEquals(2, nodes.run("status", "--pid=1", "--leader-pid").exit());
      nodes.stop(1);
      Cli.Ended down = nodes.run("status", "--pid=1");
      assertEquals(1, down.exit());
      assertTrue(down.err().startsWith("zabdb: node 1 is down: "), down.err());
      assertEquals("", down.out());
    }
  }

  @Test
  void anOwnerThatDoesNotSaySoIsNotConfirmed() throws Exception {
    try (FakeNodes nodes =
        new FakeNodes(List.of(0, 1), 2, (node, request) -> answer(node, request, false))) {
      String text = nodes.run("status").out();
      assertTrue(text.contains(", group 0, which does not confirm it\n"), text);
      JsonNode json = new ObjectMapper().readTree(nodes.run("status", "--json").out());
      assertFalse(json.get("ring").get("partitions").get(0).get("confirmed").asBoolean());
    }
  }
}
