package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Partitions move between two groups under clients, which should not notice. */
@Timeout(300)
class MoveTest {

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  @Test
  void clientsDoNotNotice() throws Exception {
    Cluster cluster = CLUSTERS.start(MovingPartition.twoGroups());
    MovingPartition partition = new MovingPartition(cluster);
    Workload workload = CLUSTERS.use(Load.USUAL);
    long moved = partition.told("MOVED");
    long arrived = partition.told("MOVE_ARRIVED");
    for (int round = 0; round < 4; round++) {
      workload.awaitDone(100);
      int from = partition.awaitOwner();
      partition.start(from);
      partition.awaitOwner(1 - from);
    }
    workload.awaitDone(100);
    assertEquals(moved + 4, partition.told("MOVED"));
    assertEquals(arrived + 4, partition.told("MOVE_ARRIVED"));
    assertEquals(Map.of(), workload.errors());
    for (ClusterNode node : cluster.nodes()) {
      assertEquals(0, node.metric("zabdb_refused_when_applied_total"));
    }
    CLUSTERS.checkAll();
  }

  /** Whoever leads the group that gives, or the one that takes, is killed at some point of it. */
  @Test
  void leadersAreKilledMeanwhile() throws Exception {
    Cluster cluster = CLUSTERS.start(MovingPartition.twoGroups());
    MovingPartition partition = new MovingPartition(cluster);
    Workload workload = CLUSTERS.use(Load.USUAL);
    double moved = 0;
    double resumed = 0;
    for (int round = 0; round < 8; round++) {
      workload.awaitDone(30);
      int from = partition.awaitOwner();
      partition.start(from);
      ClusterNode killed = cluster.awaitLeader(round % 2 == 0 ? from : 1 - from);
      // Later and later in a move, by what clients have done meanwhile.
      workload.awaitDone(1 + 5 * round);
      moved += killed.metric("zabdb_moves_total", "moved");
      resumed += killed.metric("zabdb_moves_total", "resumed");
      killed.kill();
      killed.start();
      killed.awaitReady();
      partition.awaitOwner();
    }
    for (ClusterNode node : cluster.nodes()) {
      moved += node.metric("zabdb_moves_total", "moved");
      resumed += node.metric("zabdb_moves_total", "resumed");
      assertEquals(0, node.metric("zabdb_refused_when_applied_total"));
    }
    assertTrue(moved >= 3, "moved " + moved);
    assertTrue(resumed >= 1, "resumed " + resumed);
    assertEquals(Map.of(), workload.errors());
    CLUSTERS.checkAll();
  }
}
