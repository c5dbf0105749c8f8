package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.client.ZabClient;
import io.zabdb.faults.check.Replicas;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.process.Waiting;
import io.zabdb.model.error.ZabException;
import io.zabdb.storage.tree.DiskFiles;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A node that has lost its disk, or a part of it, does not vote: with a node that was away it would
 * elect a leader without what the others have acknowledged.
 */
@Timeout(300)
class LostDiskTest {

  private static final int ROWS = 100;

  /** Many times what an election takes. */
  private static final Duration LONG = Duration.ofSeconds(3);

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  @ParameterizedTest
  @ValueSource(strings = {"", "group-0", "group-0/log"})
  void aWipedNodeAndAStaleOneLoseNothing(String lost) throws Exception {
    Cluster cluster = CLUSTERS.start(ClusterSpec.three());
    ClusterNode stale = cluster.awaitFollower();
    stale.kill();
    put(cluster, "row of '" + lost + "' ");
    ClusterNode leader = cluster.awaitLeader();
    ClusterNode wiped =
        cluster.others(leader).stream().filter(node -> node != stale).findAny().orElseThrow();
    cluster.kill(List.of(leader, wiped));
    DiskFiles.delete(wiped.data().resolve(lost));

    stale.start();
    wiped.start();
    Waiting.until("a node that learns", cluster::describe, () -> learns(wiped));
    assertNobodyServes(cluster);
    assertFalse(wiped.isReady());

    leader.start();
    wiped.awaitReady();
    check(cluster, "row of '" + lost + "' ");
    stale.awaitReady();
    new Replicas(cluster).checkEqual();

    // Its vote counts again: without it there would be no majority.
    stale.kill();
    put(cluster, "row behind '" + lost + "' ");
    stale.start();
    stale.awaitReady();
  }

  private static boolean learns(ClusterNode node) {
    try {
      return node.replica().getLearns();
    } catch (ZabException e) {
      // It has just been started.
      return false;
    }
  }

  private static void put(Cluster cluster, String rows) {
    try (ZabClient client = cluster.client().build()) {
      for (int i = 0; i < ROWS; i++) {
        ZabClient.await(client.put(rows + i, "" + i));
      }
    }
  }

  private static void check(Cluster cluster, String rows) {
    try (ZabClient client = cluster.client().build()) {
      for (int i = 0; i < ROWS; i++) {
        assertEquals(
            "" + i, ZabClient.await(client.get(rows + i)).orElseThrow().value().text(), rows + i);
      }
    }
  }

  private static void assertNobodyServes(Cluster cluster) {
    try (ZabClient client = cluster.client().timeout(LONG).build()) {
      assertThrows(ZabException.class, () -> ZabClient.await(client.get("any")));
    }
    assertTrue(cluster.leader().isEmpty(), cluster::describe);
  }
}
