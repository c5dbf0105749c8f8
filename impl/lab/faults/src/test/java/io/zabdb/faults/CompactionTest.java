package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.process.Waiting;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Compactions, and the moves of leadership that they cause or that come at the same time. */
@Timeout(300)
class CompactionTest {

  private static final int ROUNDS = 2;

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  @Test
  void leadershipMovesAwayBeforeHeavyCompactions() throws Exception {
    Cluster cluster = CLUSTERS.start(ClusterSpec.three().withHeavyCompactions());
    CLUSTERS.use(Load.USUAL.withRows(60_000));
    for (int moves = 0; moves < 2; moves++) {
      // Nobody is killed or asked: whoever leads steps aside by itself.
      cluster.awaitLeaderOtherThan(cluster.awaitLeader());
    }
    CLUSTERS.checkAll();
  }

  @Test
  void forcedCompactionsTransfersAndKillsTogether() throws Exception {
    Cluster cluster = CLUSTERS.start(ClusterSpec.three().withHeavyCompactions());
    Workload workload = CLUSTERS.use(Load.USUAL.withRows(20_000));
    for (int round = 0; round < ROUNDS; round++) {
      workload.awaitDone(30);
      cluster.nodes().forEach(cluster::compact);
      ClusterNode old = cluster.awaitLeader();
      cluster.transfer();
      cluster.compact(old);
      workload.awaitDone(10);
      ClusterNode killed = round % 2 == 0 ? cluster.awaitLeader() : old;
      killed.kill();
      cluster.nodes().stream().filter(ClusterNode::isRunning).forEach(cluster::compact);
      workload.awaitDone(30);
      killed.start();
      killed.awaitReady();
    }
    CLUSTERS.checkAll();
    Waiting.until(
        "stores with little left to compact",
        cluster::describe,
        () -> cluster.nodes().stream().allMatch(node -> node.replica().getPressure() < 6));
    assertTrue(cluster.leader().isPresent());
  }
}
