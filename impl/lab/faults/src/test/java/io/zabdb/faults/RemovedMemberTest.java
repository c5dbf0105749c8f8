package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A node that runs is replaced while clients read and write: it drops what it has of the group, and
 * comes back later with an empty disk, whether it founded the group or joined it.
 */
@Timeout(300)
class RemovedMemberTest {

  private static final ClusterSpec SPEC = ClusterSpec.three().withJoiners(1);

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  private Cluster cluster;
  private Workload workload;

  @Test
  void aReplicaThatWasRemovedGoesAndComesBackEmpty() throws Exception {
    cluster = CLUSTERS.create(SPEC, new RelayNetwork(SPEC.nodes() + SPEC.joiners()));
    cluster.start();
    workload = CLUSTERS.use(Load.USUAL);
    workload.awaitDone(100);
    ClusterNode founder = cluster.awaitLeader();
    ClusterNode joiner = cluster.joiners().get(0);
    joiner.start();

    replace(founder, joiner);
    // Nor does it begin anew by its configuration.
    founder.kill();
    founder.start();
    Waiting.until("the node answers", cluster::describe, () -> answersWithoutReplica(founder));
    assertFalse(Files.exists(folder(founder)));

    replace(joiner, founder);
    // The same process has a second replica of the group: a start of its own.
    replace(founder, joiner);
    String identity = Files.readString(joiner.data().resolve("zabdb-node.json"));
    assertTrue(identity.contains("\"incarnation\" : 2"), identity);
    replace(joiner, founder);

    // It learns the group, and nobody makes it a member.
    try (ZabClient client = cluster.client().build()) {
      ZabClient.await(client.admin().takeGroup(joiner.id(), 0));
    }
    Waiting.until("the node learns the group", cluster::describe, () -> learns(joiner));
    OperatorCommands.run(cluster, cluster.others(joiner), "nodes", "remove", "" + joiner.id());
    awaitDropped(joiner);

    // Its vote counts, and what it has of the group is kept.
    ClusterNode other = cluster.others(founder).get(0);
    other.kill();
    founder.kill();
    founder.start();
    workload.awaitDone(200);
    other.start();
    other.awaitReady();
    assertEquals(Map.of(), workload.errors());
    CLUSTERS.checkAll();
  }

  private void replace(ClusterNode old, ClusterNode by) throws Exception {
    String told =
        OperatorCommands.run(
            cluster, cluster.others(old), "nodes", "replace", "" + old.id(), "" + by.id());
    assertTrue(told.contains("group 0 has members ["), told);
    cluster.replaced(old, by);
    by.awaitReady();
    awaitDropped(old);
    workload.awaitDone(100);
  }

  private void awaitDropped(ClusterNode node) throws Exception {
    Waiting.until(
        "node " + node.id() + " drops its replica",
        cluster::describe,
        () -> !Files.exists(folder(node)) && answersWithoutReplica(node));
  }

  private static boolean learns(ClusterNode node) {
    return node.status().getReplicasList().stream()
        .anyMatch(replica -> replica.getLearns() && replica.getPhase().equals("BROADCAST"));
  }

  private static boolean answersWithoutReplica(ClusterNode node) {
    try {
      return node.status().getReplicasList().isEmpty();
    } catch (ZabException e) {
      // It has just been started.
      return false;
    }
  }

  private static Path folder(ClusterNode node) {
    return node.data().resolve("group-0");
  }
}
