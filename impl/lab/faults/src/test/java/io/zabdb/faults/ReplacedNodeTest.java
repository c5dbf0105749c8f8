package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.network.RelayNetwork;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import io.zabdb.storage.tree.DiskFiles;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node that burnt down is replaced by one command, while clients read and write. */
@Timeout(300)
class ReplacedNodeTest {

  private static final ClusterSpec SPEC = ClusterSpec.three().withJoiners(1);

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aNodeIsLostForGoodAndReplacedAndItsSuccessorVotes(boolean leads) throws Exception {
    Cluster cluster = CLUSTERS.create(SPEC, new RelayNetwork(SPEC.nodes() + SPEC.joiners()));
    cluster.start();
    Workload workload = CLUSTERS.use(Load.USUAL);
    workload.awaitDone(100);
    ClusterNode lost = leads ? cluster.awaitLeader() : cluster.awaitFollower();
    ClusterNode fresh = cluster.joiners().get(0);
    lost.kill();
    DiskFiles.delete(lost.data());

    // One that waits for groups has none of the configuration until it is told to take it.
    fresh.set("spare", "" + leads);
    fresh.start();
    String told = nodes(cluster, "replace", lost, fresh);
    cluster.replaced(lost, fresh);
    assertTrue(told.contains("group 0 has members ["), told);
    fresh.awaitReady();
    workload.awaitDone(100);
    assertTrue(nodes(cluster, "replace", lost, fresh).contains("has members already"));

    // Its vote counts: without it there would be no majority.
    ClusterNode other = cluster.others(fresh).get(0);
    other.kill();
    workload.awaitDone(200);
    other.start();
    other.awaitReady();
    fresh.kill();
    fresh.start();
    fresh.awaitReady();
    assertEquals(Map.of(), workload.errors());
    CLUSTERS.checkAll();
  }

  private static String nodes(Cluster cluster, String action, ClusterNode old, ClusterNode fresh) {
    return OperatorCommands.run(
        cluster, cluster.others(old), "nodes", action, "" + old.id(), "" + fresh.id());
  }
}
