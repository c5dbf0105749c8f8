package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.client.ZabClient;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.network.RelayNetwork;
import io.zabdb.faults.process.Waiting;
import io.zabdb.model.error.ZabException;
import io.zabdb.storage.tree.DiskFiles;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A cluster that one node founded has grown, and the founder comes back with an empty disk: it must
 * not found the cluster anew, alone.
 */
@Timeout(300)
class LoneFounderTest {

  private static final ClusterSpec SPEC =
      new ClusterSpec(1, 2, Map.of(), List.of(), true, false, Optional.empty());

  private static final int ROWS = 20;

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  private Cluster cluster;

  @BeforeEach
  void grow() throws Exception {
    cluster = CLUSTERS.create(SPEC, new RelayNetwork(SPEC.nodes() + SPEC.joiners()));
    cluster.start();
    put(cluster, "first ");
    for (ClusterNode fresh : cluster.joiners()) {
      fresh.start();
    }
    OperatorCommands.run(cluster, cluster.nodes(), "nodes", "add", "1");
    String told = OperatorCommands.run(cluster, cluster.nodes(), "nodes", "add", "2");
    assertTrue(told.contains("group 0 has members [0, 1, 2]"), told);
  }

  private void comeBackWithoutDisk(ClusterNode founder) throws Exception {
    founder.kill();
    DiskFiles.delete(founder.data());
    put(cluster, "second ");
    founder.start();
  }

  @Test
  void itLearnsAndVotesAgain() throws Exception {
    ClusterNode founder = cluster.nodes().get(0);
    comeBackWithoutDisk(founder);
    founder.awaitReady();
    cluster.joiners().get(0).kill();
    put(cluster, "third ");
    for (String rows : List.of("first ", "second ", "third ")) {
      check(cluster, rows);
    }
  }

  /** Nobody looks for it: it is a member no more. It hears of the others, and learns. */
  @Test
  void itLearnsIfItHasLeft() throws Exception {
    ClusterNode founder = cluster.nodes().get(0);
    OperatorCommands.run(cluster, cluster.joiners(), "nodes", "remove", "0");
    comeBackWithoutDisk(founder);
    Waiting.until("a founder that learns", cluster::describe, () -> hasLearnt(founder));
    put(cluster, "third ");
    for (String rows : List.of("first ", "second ", "third ")) {
      check(cluster, rows);
    }
  }

  private static boolean hasLearnt(ClusterNode node) {
    try {
      return node.replica().getLearns() && node.replica().getApplied() > ROWS;
    } catch (ZabException | NoSuchElementException e) {
      // It has just been started.
      return false;
    }
  }

  /** Knows all of them. */
  private static ZabClient client(Cluster cluster) {
    List<String> nodes =
        IntStream.range(0, SPEC.nodes() + SPEC.joiners())
            .mapToObj(node -> cluster.network().seenByClients(node).toString())
            .toList();
    return ZabClient.builder().cluster(cluster.id()).threads(1).nodes(nodes).build();
  }

  private static void put(Cluster cluster, String rows) {
    try (ZabClient client = client(cluster)) {
      for (int i = 0; i < ROWS; i++) {
        ZabClient.await(client.put(rows + i, "" + i));
      }
    }
  }

  private static void check(Cluster cluster, String rows) {
    try (ZabClient client = client(cluster)) {
      for (int i = 0; i < ROWS; i++) {
        assertEquals(
            "" + i, ZabClient.await(client.get(rows + i)).orElseThrow().value().text(), rows + i);
      }
    }
  }
}
