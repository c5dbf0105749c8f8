package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.client.ZabClient;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.network.ClusterNetwork;
import io.zabdb.faults.network.NamespaceNetwork;
import io.zabdb.faults.network.RelayNetwork;
import io.zabdb.faults.process.Waiting;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Nodes are cut off from each other, while clients reach all of them: in network namespaces, where
 * packets are lost; without the right to make them, through relays.
 */
@Timeout(300)
class PartitionTest {

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  private Cluster cluster;
  private Workload workload;

  @Test
  void nodesAreCutOffFromEachOther() throws Exception {
    Optional<NamespaceNetwork> network = NamespaceNetwork.create(3);
    if (network.isEmpty()) {
      System.out.println("through relays: network namespaces need root, and ip and bridge");
    }
    partitionsOf(network.isPresent() ? network.get() : new RelayNetwork(3));
  }

  /** All nodes reach each other, and a majority reaches clients: these are served all the time. */
  @Test
  void theLeaderIsCutOffFromClients() throws Exception {
    Optional<NamespaceNetwork> network = NamespaceNetwork.create(3);
    Assumptions.assumeTrue(
        network.isPresent(), "network namespaces need root, and the programs ip and bridge");
    cluster = CLUSTERS.create(ClusterSpec.three(), network.get());
    cluster.start();
    workload = CLUSTERS.use(Load.USUAL);
    workload.awaitDone(100);
    ClusterNode leader = cluster.awaitLeader();
    ClusterNode follower = cluster.others(leader).get(0);
    long epoch = follower.replica().getEpoch();
    long before = network.get().heldBack();
    network.get().cutFromClients(leader.id());
    workload.awaitDone(200);
    // One that begins now is served as well.
    try (ZabClient client = cluster.client().build()) {
      ZabClient.await(client.put("detour", "found"));
      assertEquals("found", ZabClient.await(client.get("detour")).orElseThrow().value().text());
    }
    double forwarded = 0;
    for (ClusterNode other : cluster.others(leader)) {
      forwarded += other.metric("zabdb_requests_forwarded_total");
    }
    assertTrue(forwarded > 0, "nothing was forwarded");
    assertEquals(epoch, follower.replica().getEpoch());
    assertEquals(Map.of(), workload.errors());
    healed(before);
    CLUSTERS.checkAll();
  }

  private void partitionsOf(ClusterNetwork network) throws Exception {
    // Leaders take long to notice that they are alone: meanwhile they must not serve.
    cluster = CLUSTERS.create(ClusterSpec.three().with("leader-timeout", "2s"), network);
    cluster.start();
    workload = CLUSTERS.use(Load.USUAL);
    workload.awaitDone(100);
    theLeaderIsCutOff();
    aFollowerIsCutOff();
    nothingTheLeaderSendsArrives();
    nothingArrivesAtTheLeader();
    allAreCutOff();
    CLUSTERS.checkAll();
  }

  /** The others elect a leader; the old one answers no read, which would be stale. */
  private void theLeaderIsCutOff() throws Exception {
    ClusterNode old = cluster.awaitLeader();
    long before = cluster.network().heldBack();
    isolate(old);
    cluster.awaitLeaderOtherThan(old);
    workload.awaitDone(100);
    Waiting.until("a leader that has stepped down", () -> !old.isReady());
    healed(before);
  }

  /** The others go on without an election. */
  private void aFollowerIsCutOff() throws Exception {
    ClusterNode leader = cluster.awaitLeader();
    ClusterNode follower = cluster.others(leader).get(0);
    long before = cluster.network().heldBack();
    isolate(follower);
    Waiting.until("a follower without a leader", () -> !follower.isReady());
    workload.awaitDone(100);
    assertTrue(cluster.awaitLeader() == leader, cluster::describe);
    healed(before);
  }

  /** It hears acknowledgements, and nobody hears it: it must not be taken for a leader. */
  private void nothingTheLeaderSendsArrives() throws Exception {
    ClusterNode old = cluster.awaitLeader();
    long before = cluster.network().heldBack();
    for (ClusterNode other : cluster.others(old)) {
      cluster.network().cut(old.id(), other.id());
    }
    cluster.awaitLeaderOtherThan(old);
    workload.awaitDone(100);
    healed(before);
  }

  /** Heartbeats go out, nothing comes back: it must step down by itself. */
  private void nothingArrivesAtTheLeader() throws Exception {
    ClusterNode old = cluster.awaitLeader();
    long before = cluster.network().heldBack();
    for (ClusterNode other : cluster.others(old)) {
      cluster.network().cut(other.id(), old.id());
    }
    cluster.awaitLeaderOtherThan(old);
    workload.awaitDone(100);
    healed(before);
  }

  /** No two nodes hear each other: nobody is served, and nobody is told anything wrong. */
  private void allAreCutOff() throws Exception {
    long before = cluster.network().heldBack();
    cluster.network().separate(0, 1);
    cluster.network().separate(1, 2);
    cluster.network().separate(2, 0);
    Waiting.until("no leader", cluster::describe, () -> cluster.leader().isEmpty());
    for (ClusterNode node : cluster.nodes()) {
      Waiting.until("no node that is ready", () -> !node.isReady());
    }
    healed(before);
  }

  private void isolate(ClusterNode node) throws IOException {
    for (ClusterNode other : cluster.others(node)) {
      cluster.network().separate(node.id(), other.id());
    }
  }

  private void healed(long before) throws Exception {
    long heldBack = cluster.network().heldBack() - before;
    assertTrue(heldBack > 0, "the cut has held nothing back");
    cluster.network().heal();
    cluster.startNodes();
    workload.awaitDone(50);
  }
}
