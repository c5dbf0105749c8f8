package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.client.ZabClient;
import io.zabdb.client.zookeeper.ZooKeeperRings;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.process.Waiting;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import io.zabdb.storage.tree.DiskFiles;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The store does without its configuration manager, and says so. */
@Timeout(300)
class ConfigManagerTest {

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  @Test
  void theConfigurationManagerIsKilled() throws Exception {
    Cluster cluster = CLUSTERS.start(ClusterSpec.three().withConfigManager());
    awaitConnected(cluster, true);
    Workload workload = CLUSTERS.use(Load.USUAL);
    workload.awaitDone(100);
    cluster.configManager().kill();
    awaitConnected(cluster, false);
    for (ClusterNode node : cluster.nodes()) {
      assertTrue(
          node.status().getProblemsList().stream()
              .anyMatch(problem -> problem.contains("configuration manager is away")),
          () -> node.status().toString());
      assertTrue(node.isReady());
    }
    workload.awaitDone(100);
    // Without it, leaders change, nodes start, and clients that begin now are served.
    ClusterNode old = cluster.awaitLeader();
    old.kill();
    ClusterNode next = cluster.awaitLeaderOtherThan(old);
    old.start();
    old.awaitReady();
    try (ZabClient client = cluster.client().build()) {
      ZabClient.await(client.put("without", "manager"));
    }
    workload.awaitDone(100);
    assertEquals(Map.of(), workload.errors());
    cluster.configManager().start();
    awaitConnected(cluster, true);
    String zookeeper = cluster.network().configManager().toString();
    try (ZabClient client =
        ZabClient.builder().directory(ZooKeeperRings.at(zookeeper)).cluster(cluster.id()).build()) {
      Waiting.until(
          "all nodes and the leader in the configuration manager",
          () -> {
            var state = ZabClient.await(client.admin().ring());
            return state.nodes().size() == 3
                && state.groups().get(0).leaderNode() == cluster.awaitLeader().id();
          });
      assertEquals("manager", ZabClient.await(client.get("without")).orElseThrow().value().text());
    }
    assertTrue(next.isRunning());
    CLUSTERS.checkAll();
  }

  /** The nodes tell it again what it has forgotten: a client that begins now is served by it. */
  @Test
  void theConfigurationManagerLosesItsData() throws Exception {
    Cluster cluster = CLUSTERS.start(ClusterSpec.three().withConfigManager());
    awaitKnown(cluster, true);
    cluster.configManager().kill();
    awaitKnown(cluster, false);
    DiskFiles.delete(cluster.directory().resolve("config-manager"));
    cluster.configManager().start();
    awaitKnown(cluster, true);
    String zookeeper = cluster.network().configManager().toString();
    try (ZabClient client =
        ZabClient.builder().directory(ZooKeeperRings.at(zookeeper)).cluster(cluster.id()).build()) {
      ZabClient.await(client.put("after", "the loss"));
      assertEquals("the loss", ZabClient.await(client.get("after")).orElseThrow().value().text());
    }
  }

  /** Whether all nodes say that it knows them. */
  private static void awaitKnown(Cluster cluster, boolean known) throws Exception {
    for (ClusterNode node : cluster.nodes()) {
      Waiting.until(
          "node " + node.id() + (known ? " known" : " not known"),
          () -> node.status().getCoordinationKnows() == known);
    }
  }

  private static void awaitConnected(Cluster cluster, boolean connected) throws Exception {
    for (ClusterNode node : cluster.nodes()) {
      Waiting.until(
          "node " + node.id() + (connected ? " connected" : " not connected"),
          () -> node.status().getCoordinationConnected() == connected);
    }
  }
}
