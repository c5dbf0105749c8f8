package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
      partition.moveToTheOther();
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
}
