package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.network.RelayNetwork;
import io.zabdb.faults.process.Waiting;
import io.zabdb.faults.torture.strike.BitRot;
import io.zabdb.faults.torture.strike.Blow;
import io.zabdb.faults.torture.strike.Victim;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A bit of the leader's store is wrong that no client reads: its scrub comes across it, leadership
 * moves, clients are served, and the replica, whose log was purged, is rebuilt from the others.
 */
@Timeout(300)
class BitRotTest {

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  @Test
  void theScrubOfTheLeaderMeetsItAndTheReplicaIsRebuilt() throws Exception {
    ClusterSpec spec =
        ClusterSpec.three()
            .with("checkpoint-interval", "512KiB")
            // Or a compaction might meet it first.
            .with("level0-trigger", "1000")
            .with("transfer-heavy-files", "1000")
            .with("scrub-rate", "16MiB")
            .with("scrub-interval", "1s");
    Cluster cluster = CLUSTERS.create(spec, new RelayNetwork(spec.nodes()));
    cluster.start();
    Workload workload = CLUSTERS.use(Load.USUAL.withRows(4_000));
    Waiting.until(
        "logs that are purged",
        cluster::describe,
        () -> cluster.nodes().stream().allMatch(node -> node.replica().getCheckpoint() > 0));
    ClusterNode leader = cluster.awaitLeader();
    Blow blow =
        new BitRot(false)
            .begin(
                new Victim(cluster, Optional.empty(), Optional.empty(), workload, new Random(1)));
    assertEquals(Set.of(leader), blow.mayEnd());
    assertTrue(blow.effect().startsWith("met by a scrub, "), blow.effect());
    workload.awaitDone(100);
    CLUSTERS.checkAll();
  }
}
