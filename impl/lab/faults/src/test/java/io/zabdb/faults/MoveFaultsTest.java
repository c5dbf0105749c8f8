package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.client.ZabClient;
import io.zabdb.client.zookeeper.ZooKeeperRings;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.network.NamespaceNetwork;
import io.zabdb.faults.network.RelayNetwork;
import io.zabdb.faults.process.SmallDisk;
import io.zabdb.faults.process.Waiting;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import io.zabdb.rpc.wire.Moves.Move;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What a move needs is taken away in the middle of it: it ends, or is given up, when that is back
 * or an operator says so, and until then the partition is served where it is.
 */
@Timeout(300)
class MoveFaultsTest {

  /** Their files take some seconds by the rate below. */
  private static final int ROWS = 60;

  private static final int MEGABYTES = 96;

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  private Cluster cluster;
  private MovingPartition partition;
  private Workload workload;

  /** So slow that a move has a middle. */
  private static ClusterSpec slowMoves() {
    return MovingPartition.twoGroups().with("move-rate", "1MiB");
  }

  private void begin() throws Exception {
    cluster.start();
    partition = new MovingPartition(cluster);
    partition.fill(ROWS);
    workload = CLUSTERS.use(Load.USUAL);
    workload.awaitDone(100);
  }

  /** No client has noticed, and nothing was refused that had been admitted. */
  private void end() throws Exception {
    assertEquals(Map.of(), workload.errors());
    for (ClusterNode node : cluster.nodes()) {
      assertEquals(0, node.metric("zabdb_refused_when_applied_total"));
    }
    CLUSTERS.checkAll();
  }

  @Test
  void theConfigurationManagerIsDown() throws Exception {
    ClusterSpec spec = slowMoves().withConfigManager();
    cluster = CLUSTERS.create(spec, new RelayNetwork(spec.nodes()));
    begin();
    awaitConnected(true);
    assertEquals(0, partition.awaitOwner());
    partition.start(0);
    partition.awaitBytes(0, cluster.node(0));
    cluster.configManager().kill();
    assertTrue(partition.move(0).isPresent(), "it had moved before");
    awaitConnected(false);
    partition.awaitOwner(1);
    workload.awaitDone(50);
    // There and back without it from beginning to end: now it is the other group's.
    partition.start(1);
    partition.awaitOwner(0);
    partition.start(0);
    partition.awaitOwner(1);
    workload.awaitDone(50);
    assertEquals(3, partition.told("MOVED"));
    cluster.configManager().start();
    awaitConnected(true);
    // It tells the first owner, who tells the present one.
    String zookeeper = cluster.network().configManager().toString();
    try (ZabClient client =
        ZabClient.builder().directory(ZooKeeperRings.at(zookeeper)).cluster(cluster.id()).build()) {
      ZabClient.await(client.put("after", "three moves"));
      assertEquals(
          "three moves", ZabClient.await(client.get("after")).orElseThrow().value().text());
    }
    end();
  }

  private void awaitConnected(boolean connected) throws Exception {
    for (ClusterNode node : cluster.nodes()) {
      Waiting.until(
          "node " + node.id() + (connected ? " connected" : " not connected"),
          () -> node.status().getCoordinationConnected() == connected);
    }
  }

  /** The leaders of the two groups do not reach each other; each has a quorum without the other. */
  @Test
  void theNetworkBetweenTheGroupsIsCut() throws Exception {
    Optional<NamespaceNetwork> network = NamespaceNetwork.create(3);
    Assumptions.assumeTrue(
        network.isPresent(), "network namespaces need root, and the programs ip and bridge");
    cluster = CLUSTERS.create(slowMoves(), network.get());
    begin();
    int from = partition.awaitOwner();
    ClusterNode source = cluster.awaitLeader(from);
    ClusterNode destination = cluster.others(source).get(0);
    lead(1 - from, destination);
    partition.start(from);
    partition.awaitBytes(from, destination);
    long before = cluster.network().heldBack();
    cluster.network().separate(source.id(), destination.id());
    // Longer than parts and letters are waited for: what was under way has failed.
    String cutOff = ".*node " + destination.id() + ": (?!\\d+ of \\d+ bytes).*";
    partition.awaitMove(from, "a move that is cut off", move -> move.getProblem().matches(cutOff));
    workload.awaitDone(100);
    assertEquals(from, partition.awaitOwner(), "it is served where it was");
    assertTrue(cluster.network().heldBack() > before, "the cut has held nothing back");
    assertEquals(0, partition.told("MOVE_SWITCHED"));
    cluster.network().heal();
    partition.awaitOwner(1 - from);
    workload.awaitDone(50);
    assertEquals(1, partition.told("MOVED"));
    assertEquals(0, partition.told("MOVE_GIVEN_UP"));
    end();
  }

  private void lead(int group, ClusterNode node) throws Exception {
    Waiting.until(
        "node " + node.id() + " as the leader of group " + group,
        cluster::describe,
        () -> {
          Optional<ClusterNode> leader = cluster.leader(group);
          if (leader.isPresent() && leader.get() != node) {
            cluster.admin().admin().transfer(group, OptionalInt.of(node.id()));
          }
          return leader.isPresent() && leader.get() == node;
        });
  }

  /** One member of the group that is to get the partition has no room for it. */
  @Test
  void theDiskOfTheDestinationFills() throws Exception {
    ClusterSpec spec = slowMoves();
    cluster = CLUSTERS.create(spec, new RelayNetwork(spec.nodes()));
    ClusterNode small = cluster.node(2);
    Optional<SmallDisk> mounted = SmallDisk.mount(small.data(), MEGABYTES);
    Assumptions.assumeTrue(mounted.isPresent(), "a disk of its own needs root");
    try (SmallDisk disk = mounted.get()) {
      begin();
      int from = partition.awaitOwner();
      // Room for what it follows, and not for what comes.
      disk.fill(4 << 20);
      partition.start(from);
      String noRoom = "node " + small.id() + ": the files have ";
      partition.awaitMove(from, "a node without room", move -> move.getProblem().contains(noRoom));
      workload.awaitDone(100);
      ZabClient.await(cluster.admin().admin().abortMove(from, MovingPartition.NAME));
      assertEquals(from, partition.awaitOwner(), "it is served where it was");
      assertEquals(1, partition.told("MOVE_GIVEN_UP"));
      disk.makeRoom();

      partition.start(from);
      partition.awaitBytes(from, small);
      disk.fill(0);
      partition.awaitMove(from, "a fetch that failed", move -> isStopped(move, small));
      workload.awaitDone(100);
      assertEquals(from, partition.awaitOwner(), "it is served where it was");
      assertTrue(small.isRunning(), small.logged());
      disk.makeRoom();
      small.awaitReady();
      partition.awaitOwner(1 - from);
      assertEquals(1, partition.told("MOVED"));
      end();
    }
  }

  /** Whether files are fetched no more: the node says what its disk lacks. */
  private static boolean isStopped(Move move, ClusterNode node) {
    return move.getProblem()
        .matches(".*node " + node.id() + ": (the disk|the files|.*[Nn]o space).*");
  }
}
