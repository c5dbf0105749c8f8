package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.process.Waiting;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A group that nobody uses rests; a leader that is gone meanwhile is noticed all the same. */
@Timeout(300)
class RestingTest {

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  private static void awaitRest(Cluster cluster, int nodes) throws Exception {
    Waiting.until(
        nodes + " nodes that rest",
        cluster::describe,
        () -> {
          double resting = 0;
          for (ClusterNode node : cluster.nodes()) {
            resting += node.process().isPaused() ? 0 : node.metric("zabdb_replica_rests");
          }
          return resting == nodes;
        });
  }

  @Test
  void aLeaderThatStandsStillWhileAllRestIsReplaced() throws Exception {
    Cluster cluster = CLUSTERS.start(ClusterSpec.three().with("rest-after", "200ms"));
    awaitRest(cluster, 3);
    ClusterNode leader = cluster.awaitLeader();
    leader.process().pause();
    ClusterNode next = cluster.awaitLeaderOtherThan(leader);
    // Two are enough to rest.
    awaitRest(cluster, 2);
    leader.process().resume();
    leader.awaitReady();
    awaitRest(cluster, 3);
    assertEquals(next, cluster.awaitLeader());
    Workload workload = CLUSTERS.use(Load.USUAL);
    workload.awaitDone(200);
    assertEquals(Map.of(), workload.errors());
    CLUSTERS.checkAll();
  }
}
