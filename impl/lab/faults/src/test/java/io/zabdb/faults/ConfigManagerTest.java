package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.client.ZabClient;
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
    cluster.awaitConnected(true);
    Workload workload = CLUSTERS.use(Load.USUAL);
    workload.awaitDone(100);
    cluster.configManager().kill();
    cluster.awaitConnected(false);
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
    cluster.awaitConnected(true);
    try (ZabClient client = cluster.clientByManager().build()) {
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
    cluster.awaitKnown(true);
    cluster.configManager().kill();
    cluster.awaitKnown(false);
    DiskFiles.delete(cluster.directory().resolve("config-manager"));
    cluster.configManager().start();
    cluster.awaitKnown(true);
    try (ZabClient client = cluster.clientByManager().build()) {
      ZabClient.await(client.put("after", "the loss"));
      assertEquals("the loss", ZabClient.await(client.get("after")).orElseThrow().value().text());
    }
  }
}
