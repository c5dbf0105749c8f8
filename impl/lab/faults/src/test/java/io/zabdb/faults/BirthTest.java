package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.client.ZabClient;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.network.RelayNetwork;
import io.zabdb.faults.process.Waiting;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.Partitions.Partition;
import io.zabdb.storage.tree.DiskFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A cluster grows by nodes that found a group of their own while clients read and write: it gets a
 * partition, its nodes die and come back, one of them is replaced for good, the new one loses its
 * disk, and it ends.
 */
@Timeout(300)
class BirthTest {

  private static final String PARTITION = "p1";

  private static final ClusterSpec SPEC =
      ClusterSpec.three().withJoiners(4).with("partitions-per-group", "2");

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  private Cluster cluster;

  @Test
  void aGroupIsBornAndTakesPart() throws Exception {
    cluster = CLUSTERS.create(SPEC, new RelayNetwork(SPEC.nodes() + SPEC.joiners()));
    cluster.start();
    Workload workload = CLUSTERS.use(Load.USUAL);
    workload.awaitDone(100);
    for (ClusterNode spare : cluster.joiners()) {
      spare.set("spare", "true");
      spare.start();
    }

    String told = run("groups", "add", "3", "4", "5");
    // The first number that node 3 draws.
    int born = 40_001;
    assertTrue(told.contains("group 40001 serves, and owns nothing yet"), told);
    assertEquals(List.of(), partitions(born));
    move(0, born);
    workload.awaitDone(200);

    // It is theirs for ever, wherever the configuration says nothing of it.
    ClusterNode bearer = cluster.joiners().get(0);
    ClusterNode other = cluster.joiners().get(1);
    bearer.kill();
    other.kill();
    bearer.start();
    other.start();
    workload.awaitDone(200);

    // A node takes the place of another one, which burns down.
    other.kill();
    told = run("nodes", "replace", "4", "6");
    assertTrue(told.contains("group 40001 has members [3, 5, 6]"), told);
    assertTrue(!told.contains("group 0 "), told);

    // Its disk is another one: it hears that it is a member, and without its vote nobody goes on.
    ClusterNode heir = cluster.joiners().get(3);
    heir.kill();
    DiskFiles.delete(heir.data());
    heir.start();
    Waiting.until("a member that votes again", cluster::describe, () -> votes(heir, born));
    bearer.kill();
    workload.awaitDone(200);

    // It ends, while one of its nodes is away, which hears of it when it is back.
    told = run("groups", "remove", "40001");
    assertTrue(told.contains("partition p1 goes to group 0"), told);
    assertTrue(told.contains("group 40001 has ended"), told);
    told =
        OperatorCommands.refused(
            cluster, cluster.nodes(), "moves", "start", PARTITION, "--to=" + born);
    assertTrue(told.contains("there is no group 40001, but [0]"), told);
    workload.awaitDone(200);
    bearer.start();
    for (ClusterNode left : List.of(bearer, cluster.joiners().get(2), heir)) {
      awaitGone(left, born);
      assertEquals(0, left.metric("zabdb_memory_bytes", "stores"));
    }
    // Nor does it come back with its nodes, nor its number.
    heir.kill();
    heir.start();
    told = run("groups", "add", "3", "5", "6");
    assertTrue(told.contains("group 40002 serves, and owns nothing yet"), told);
    assertTrue(!Files.exists(folder(heir, born)) && Files.exists(folder(heir, 40_002)));
    workload.awaitDone(100);
    assertEquals(Map.of(), workload.errors());
    CLUSTERS.checkAll();
  }

  private static boolean votes(ClusterNode node, int group) {
    try {
      return node.status().getReplicasList().stream()
          .anyMatch(replica -> replica.getGroup() == group && !replica.getLearns());
    } catch (ZabException e) {
      // It has just been started.
      return false;
    }
  }

  private static Path folder(ClusterNode node, int group) {
    return node.data().resolve("group-" + group);
  }

  private void awaitGone(ClusterNode node, int group) throws Exception {
    Waiting.until(
        "node " + node.id() + " leaves group " + group,
        cluster::describe,
        () ->
            !Files.exists(folder(node, group))
                && node.status().getReplicasList().stream()
                    .noneMatch(replica -> replica.getGroup() == group));
  }

  private List<String> partitions(int group) {
    return ZabClient.await(cluster.admin().admin().partitions(group)).stream()
        .filter(each -> each.getPhase().equals("SERVING"))
        .map(Partition::getName)
        .toList();
  }

  private void move(int from, int to) throws Exception {
    Waiting.until(
        "partition " + PARTITION + " in group " + to,
        cluster::describe,
        () -> {
          try {
            if (partitions(to).contains(PARTITION)) {
              return true;
            }
            ZabClient.await(cluster.admin().admin().startMove(from, PARTITION, to));
          } catch (ZabException e) {
            // It moves already, or a group has no leader at the moment.
            return false;
          }
          return false;
        });
  }

  private String run(String... words) {
    return OperatorCommands.run(cluster, cluster.nodes(), words);
  }
}
