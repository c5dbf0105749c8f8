package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Processes of nodes are killed and stopped under clients, which should hardly notice. */
@Timeout(300)
class KillTest {

  /** The second meets what the first has left. */
  private static final int ROUNDS = 2;

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  @Test
  void aFollowerIsKilled() throws Exception {
    Cluster cluster = CLUSTERS.start(ClusterSpec.three());
    Workload workload = CLUSTERS.use(Load.USUAL);
    workload.awaitDone(200);
    ClusterNode follower = cluster.awaitFollower();
    for (int round = 0; round < ROUNDS; round++) {
      follower.kill();
      workload.awaitDone(200);
      follower.start();
      follower.awaitReady();
      workload.awaitDone(100);
    }
    assertEquals(Map.of(), workload.errors());
    CLUSTERS.checkAll();
  }

  @Test
  void theLeaderIsKilledAgainAndAgain() throws Exception {
    Cluster cluster = CLUSTERS.start(ClusterSpec.three());
    Workload workload = CLUSTERS.use(Load.USUAL);
    long epoch = cluster.awaitLeader().replica().getEpoch();
    int kills = 4;
    for (int kill = 0; kill < kills; kill++) {
      workload.awaitDone(100);
      ClusterNode leader = cluster.awaitLeader();
      leader.kill();
      // At once: the one that is killed next may be this one, while it catches up.
      leader.start();
    }
    workload.awaitDone(100);
    long now = cluster.awaitLeader().replica().getEpoch();
    assertTrue(now >= epoch + kills, "epoch " + now + " after " + epoch);
    assertEquals(Map.of(), workload.errors());
    CLUSTERS.checkAll();
  }

  @Test
  void allNodesAreKilledAtOnce() throws Exception {
    Cluster cluster = CLUSTERS.start(ClusterSpec.three());
    Workload workload = CLUSTERS.use(Load.USUAL.withRows(4_000));
    for (int round = 0; round < ROUNDS; round++) {
      workload.awaitDone(300);
      cluster.killAll();
      cluster.startNodes();
    }
    assertEquals(Map.of(), workload.errors());
    CLUSTERS.checkAll();
  }

  @Test
  void theLeaderStandsStill() throws Exception {
    Cluster cluster = CLUSTERS.start(ClusterSpec.three());
    Workload workload = CLUSTERS.use(Load.USUAL);
    for (int round = 0; round < ROUNDS; round++) {
      workload.awaitDone(100);
      ClusterNode leader = cluster.awaitLeader();
      leader.process().pause();
      ClusterNode next = cluster.awaitLeaderOtherThan(leader);
      workload.awaitDone(200);
      leader.process().resume();
      leader.awaitReady();
      assertTrue(next.replica().getEpoch() > 0);
    }
    assertEquals(Map.of(), workload.errors());
    CLUSTERS.checkAll();
  }

  @Test
  void theLeaderIsStoppedInOrder() throws Exception {
    Cluster cluster = CLUSTERS.start(ClusterSpec.three());
    Workload workload = CLUSTERS.use(Load.USUAL);
    long takenOver = 0;
    for (int round = 0; round < 3; round++) {
      workload.awaitDone(100);
      ClusterNode leader = cluster.awaitLeader();
      long before = cluster.tookOver(leader);
      leader.stop();
      workload.awaitDone(100);
      takenOver += cluster.tookOver(leader) - before;
      leader.start();
      leader.awaitReady();
    }
    assertEquals(Map.of(), workload.errors());
    // On a busy machine an election may come first, but not each time.
    assertTrue(takenOver > 0, "leaders that stop hand over");
    CLUSTERS.checkAll();
  }
}
