package io.zabdb.cli.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.cli.Cli;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A replica is emptied only if nothing is lost by that. On real processes: ClusterCommandsTest. */
@Timeout(60)
class RebuildCommandTest {

  private static final int OLD = 2;

  @TempDir Path data;
  private final Map<Integer, NodeStatus.Replica.Builder> replicas = new TreeMap<>();

  @BeforeEach
  void prepare() throws IOException {
    for (int node = 0; node < 3; node++) {
      replicas.put(
          node,
          NodeStatus.Replica.newBuilder()
              .setMember(node)
              .setRole(node == 0 ? "LEADING" : "FOLLOWING")
              .setPhase("BROADCAST")
              .setEpoch(4)
              .setLogLength(12)
              .setSynced(12)
              .setApplied(12)
              .setCommitted(10));
    }
    Files.createDirectories(data.resolve("group-0/log"));
    identity(FakeNodes.CLUSTER, OLD);
  }

  private void identity(String cluster, int node) throws IOException {
    Files.writeString(
        data.resolve("zabdb-node.json"),
        String.format(
            "{\"format\": 1, \"cluster\": \"%s\", \"node\": %d, \"groups\": {}, \"incarnation\": 3}",
            cluster, node));
  }

  private Response.Builder answer(int node, Request request) {
    return Response.newBuilder().setStatus(NodeStatus.newBuilder().addReplicas(replicas.get(node)));
  }

  /** While the node is stopped. */
  private Cli.Ended rebuild(String... more) throws IOException {
    try (FakeNodes nodes = new FakeNodes(List.of(0, 1, 2), this::answer)) {
      nodes.stop(OLD);
      String[] all = new String[more.length + 2];
      all[0] = "--node=" + OLD;
      all[1] = "--data-directory=" + data;
      System.arraycopy(more, 0, all, 2, more.length);
      return nodes.run("rebuild", all);
    }
  }

  private void isRefused(String why) throws IOException {
    Cli.Ended ended = rebuild();
    assertEquals(1, ended.exit(), ended.toString());
    assertTrue(ended.err().contains(why), ended.err());
    assertTrue(Files.exists(data.resolve("group-0/log")), ended.toString());
  }

  @Test
  void itsFolderIsSetAside() throws IOException {
    Cli.Ended dry = rebuild("--dry-run");
    assertEquals(0, dry.exit(), dry.toString());
    assertTrue(dry.out().contains("nodes [0, 1] have all 10 entries"), dry.out());
    assertTrue(Files.exists(data.resolve("group-0/log")));
    Cli.Ended ended = rebuild();
    assertEquals(0, ended.exit(), ended.toString());
    assertFalse(Files.exists(data.resolve("group-0")));
    assertTrue(Files.exists(data.resolve("group-0.set-aside/log")));
    Files.createDirectories(data.resolve("group-0/log"));
    isRefused("group-0.set-aside is there already");
  }

  @Test
  void whoLacksWhatIsCommittedIsNoneOfAQuorum() throws IOException {
    replicas.get(1).setSynced(9);
    isRefused("node 1 has 9 of 10 entries on disk");
  }

  /** That it lacks no files is said of what it has applied. */
  @Test
  void whoHasNotAppliedWhatIsCommittedIsNoneOfAQuorum() throws IOException {
    replicas.get(1).setApplied(9);
    isRefused("node 1 has applied 9 of 10 entries");
  }

  @Test
  void whoLearnsIsNoneOfAQuorum() throws IOException {
    replicas.get(1).setLearns(true);
    isRefused("node 1 has a new disk itself");
  }

  /** Its log says what there is, and it has not got it: one more failure, and nobody has. */
  @Test
  void whoLacksFilesIsNoneOfAQuorum() throws IOException {
    replicas.get(1).setLacksFiles(true);
    isRefused("node 1 lacks files of partitions");
  }

  @Test
  void whoIsInAnOldEpochIsNoneOfAQuorum() throws IOException {
    replicas.get(1).setEpoch(3);
    isRefused("node 1 follows no leader");
    replicas.get(1).setEpoch(4);
    replicas.get(0).setRole("LOOKING");
    isRefused("node 0 follows no leader of the group, node 1 follows no leader of the group");
  }

  @Test
  void aNodeThatRunsIsNotTouched() throws IOException {
    try (FakeNodes nodes = new FakeNodes(List.of(0, 1, 2), this::answer)) {
      Cli.Ended ended = nodes.run("rebuild", "--node=" + OLD, "--data-directory=" + data);
      assertEquals(1, ended.exit(), ended.toString());
      assertTrue(ended.err().contains("node 2 runs: stop it first"), ended.err());
      ended = nodes.run("rebuild", "--node=" + OLD);
      assertEquals(2, ended.exit(), ended.toString());
      assertTrue(ended.err().contains("--data-directory is missing"), ended.err());
      ended = nodes.run("rebuild", "--node=7", "--data-directory=" + data);
      assertEquals(2, ended.exit(), ended.toString());
      assertTrue(ended.err().contains("no replica on node 7, but on [0, 1, 2]"), ended.err());
    }
  }

  @Test
  void aGroupOfTwoCannotSpareOne() throws IOException {
    try (FakeNodes nodes = new FakeNodes(List.of(0, 1), this::answer)) {
      nodes.stop(1);
      Cli.Ended ended = nodes.run("rebuild", "--node=1", "--data-directory=" + data);
      assertEquals(1, ended.exit(), ended.toString());
      assertTrue(ended.err().contains("without it the group has no quorum"), ended.err());
    }
  }

  @Test
  void theDataMustBeThatOfTheNode() throws IOException {
    identity(FakeNodes.CLUSTER, 1);
    isRefused("is not that of node 2 of this cluster");
    identity("00000000-0000-0000-0000-000000000001", OLD);
    isRefused("is not that of node 2 of this cluster");
    Files.delete(data.resolve("zabdb-node.json"));
    isRefused("is not the data directory of a node");
  }
}
