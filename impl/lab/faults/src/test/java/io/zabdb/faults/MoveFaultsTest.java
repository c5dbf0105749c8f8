package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.client.ZabClient;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.network.NamespaceNetwork;
import io.zabdb.faults.network.RelayNetwork;
import io.zabdb.faults.preload.DiskError;
import io.zabdb.faults.preload.Operation;
import io.zabdb.faults.preload.Preload;
import io.zabdb.faults.preload.Preloads;
import io.zabdb.faults.process.SmallDisk;
import io.zabdb.faults.process.Waiting;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import io.zabdb.rpc.wire.Moves.Move;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
  private static final int ROWS = 80;

  private static final int MEGABYTES = 96;

  /** A digest in the name of a folder. */
  private static final int DIGEST_LETTERS = 64;

  private static final int HANDOVERS = 3;
  private static final long STEP_BYTES = 1_500_000;

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  private Cluster cluster;
  private MovingPartition partition;
  private Workload workload;

  /** So slow that a move has a middle. */
  private static ClusterSpec slowMoves() {
    return MovingPartition.twoGroups().with("move-rate", "1MiB").with("transfer-policy", "off");
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
    cluster.awaitConnected(true);
    int from = partition.meet(cluster.node(0), new KilledManager());
    cluster.awaitConnected(false);
    partition.awaitOwner(1 - from);
    workload.awaitDone(50);
    // Without it from beginning to end; at last it is with the group that had it not at first.
    int owner = 1 - from;
    do {
      partition.start(owner);
      owner = 1 - owner;
      partition.awaitOwner(owner);
    } while (owner == 0);
    workload.awaitDone(50);
    cluster.configManager().start();
    cluster.awaitConnected(true);
    // It tells the first owner, who tells the present one.
    try (ZabClient client = cluster.clientByManager().timeout(Waiting.PATIENCE).build()) {
      ZabClient.await(client.put("after", "moves"));
      assertEquals("moves", ZabClient.await(client.get("after")).orElseThrow().value().text());
    }
    end();
  }

  private final class KilledManager implements MovingPartition.Fault {

    @Override
    public void happen() throws Exception {
      cluster.configManager().kill();
    }

    @Override
    public boolean hasMet(Move move) {
      return true;
    }

    @Override
    public void undo() throws Exception {
      cluster.configManager().start();
      cluster.awaitConnected(true);
    }
  }

  /**
   * Leaders of the source hand over while files go, as they do for compactions: those that are
   * there are gone on with, or a large partition would never get away.
   */
  @Test
  void theSourcesLeadersStepAside() throws Exception {
    ClusterSpec spec = slowMoves();
    cluster = CLUSTERS.create(spec, new RelayNetwork(spec.nodes()));
    begin();
    // Each node has time to come to lead while files go.
    partition.fill(2 * ROWS);
    int from = partition.awaitOwner();
    cluster.lead(from, cluster.node(0));
    partition.start(from);
    for (int step = 1; step <= HANDOVERS; step++) {
      long bytes = step * STEP_BYTES;
      partition.awaitMove(from, bytes + " bytes", move -> cameOf(move) >= bytes);
      cluster.lead(from, cluster.node(step % cluster.nodes().size()));
    }
    partition.awaitOwner(1 - from);
    workload.awaitDone(50);
    assertEquals(1, moves("offered"), "how often files were made");
    // The last one has made them itself.
    assertEquals(HANDOVERS - 1, moves("continued"));
    assertEquals(0, partition.told("MOVE_GIVEN_UP"));
    end();
  }

  /** How many bytes one of the nodes that fetch has. */
  private static long cameOf(Move move) {
    Matcher came = Pattern.compile("(\\d+) of \\d+ bytes").matcher(move.getProblem());
    return came.find() ? Long.parseLong(came.group(1)) : 0;
  }

  /** What the leaders have counted, all together; nothing else moves. */
  private long moves(String reason) throws Exception {
    long sum = 0;
    for (ClusterNode node : cluster.nodes()) {
      sum += (long) node.metric("zabdb_moves_total", reason);
    }
    return sum;
  }

  /** The leaders of the two groups do not reach each other; each has a quorum without the other. */
  @Test
  void theNetworkBetweenTheGroupsIsCut() throws Exception {
    Optional<NamespaceNetwork> network = NamespaceNetwork.create(3);
    Assumptions.assumeTrue(
        network.isPresent(), "network namespaces need root, and the programs ip and bridge");
    cluster = CLUSTERS.create(slowMoves(), network.get());
    begin();
    ClusterNode source = cluster.node(0);
    ClusterNode destination = cluster.node(1);
    long before = cluster.network().heldBack();
    int from = partition.meet(destination, new CutNetwork(source, destination));
    workload.awaitDone(100);
    assertEquals("COPYING", partition.move(from).orElseThrow().getPhase());
    assertTrue(cluster.network().heldBack() > before, "the cut has held nothing back");
    cluster.network().heal();
    partition.awaitOwner(1 - from);
    workload.awaitDone(50);
    assertEquals(0, partition.told("MOVE_GIVEN_UP"));
    end();
  }

  private final class CutNetwork implements MovingPartition.Fault {

    private final ClusterNode source;
    private final ClusterNode destination;

    CutNetwork(ClusterNode source, ClusterNode destination) {
      this.source = source;
      this.destination = destination;
    }

    @Override
    public void prepare(int from) throws Exception {
      cluster.lead(from, source);
      cluster.lead(1 - from, destination);
    }

    @Override
    public void happen() throws Exception {
      cluster.network().separate(source.id(), destination.id());
    }

    /** What was under way has failed: the other node says nothing. */
    @Override
    public boolean hasMet(Move move) {
      String silent = ".*node " + destination.id() + ": (?!\\d+ of \\d+ bytes).*";
      return move.getProblem().matches(silent);
    }

    @Override
    public void undo() throws Exception {
      cluster.network().heal();
    }
  }

  /**
   * Files that came, the folder that lists them, and the one in which that is kept: a member says
   * that it has the files when all three are on disk.
   */
  @Test
  void whatCameCannotBeSynced() throws Exception {
    ClusterSpec spec = MovingPartition.twoGroups().with("transfer-policy", "off");
    cluster = CLUSTERS.create(spec, new RelayNetwork(spec.nodes()));
    Optional<Preloads> loaded = Preloads.create(cluster);
    Assumptions.assumeTrue(
        loaded.isPresent(), "the preloaded library needs Linux and a C compiler");
    begin();
    String folder = "*/group-?/moves/fetched/" + "?".repeat(DIGEST_LETTERS);
    for (String synced : List.of(folder + "/*", folder, "*/group-?/moves/arrived")) {
      int from = partition.awaitOwner();
      List<Preload.Rule> rules = new ArrayList<>();
      for (ClusterNode node : cluster.nodes()) {
        rules.add(loaded.get().of(node).fail(EnumSet.of(Operation.SYNC), synced, DiskError.EIO));
      }
      partition.start(from);
      Waiting.until(
          "a sync of " + synced + " that fails on each node, or the end of the move",
          () -> partition.move(from) + cluster.describe(),
          () -> partition.hasGone(from) || rules.stream().allMatch(rule -> rule.hits() > 0));
      workload.awaitDone(50);
      assertEquals("COPYING", partition.move(from).map(Move::getPhase).orElse("its end"), synced);
      rules.forEach(Preload.Rule::close);
      partition.awaitOwner(1 - from);
      workload.awaitDone(50);
    }
    assertEquals(0, partition.told("MOVE_GIVEN_UP"));
    end();
  }

  /**
   * One member of the group that gets the partition has no room for it: nobody waits, and it is
   * made whole once it has.
   */
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
      cluster.lead(from, cluster.node(0));
      cluster.lead(1 - from, cluster.node(1));
      // Room for what it follows, and not for what comes.
      disk.fill(2 << 20);
      partition.start(from);
      partition.awaitMove(from, "a node without room", move -> hasNoRoom(move, small));
      partition.awaitOwner(1 - from);
      workload.awaitDone(100);
      assertTrue(small.isRunning(), small.logged());
      assertEquals(0, partition.told("STORE_REPAIRED"));
      disk.makeRoom();
      awaitRepaired();
      small.awaitReady();
      assertEquals(0, partition.told("MOVE_GIVEN_UP"));
      end();
    }
  }

  /**
   * Two of three have no room for it: the partition stays where it is, and is served there; it goes
   * once one of them has room.
   */
  @Test
  void theDisksOfMostOfTheDestinationFill() throws Exception {
    ClusterSpec spec = slowMoves();
    cluster = CLUSTERS.create(spec, new RelayNetwork(spec.nodes()));
    List<ClusterNode> small = List.of(cluster.node(1), cluster.node(2));
    Optional<SmallDisk> first = SmallDisk.mount(small.get(0).data(), MEGABYTES);
    Assumptions.assumeTrue(first.isPresent(), "a disk of its own needs root");
    try (SmallDisk one = first.get();
        SmallDisk other = SmallDisk.mount(small.get(1).data(), MEGABYTES).orElseThrow()) {
      begin();
      int from = partition.awaitOwner();
      for (int group = 0; group < 2; group++) {
        cluster.lead(group, cluster.node(0));
      }
      // Room for what they follow, and not for what comes.
      one.fill(2 << 20);
      other.fill(2 << 20);
      partition.start(from);
      partition.awaitMove(
          from,
          "files at one node, and two without room",
          move ->
              !move.getProblem().contains("nobody has the files")
                  && small.stream().allMatch(node -> hasNoRoom(move, node)));
      workload.awaitDone(100);
      assertEquals("COPYING", partition.move(from).map(Move::getPhase).orElse("its end"));
      one.makeRoom();
      partition.awaitOwner(1 - from);
      workload.awaitDone(100);
      other.makeRoom();
      awaitRepaired();
      for (ClusterNode node : small) {
        node.awaitReady();
      }
      assertEquals(0, partition.told("MOVE_GIVEN_UP"));
      end();
    }
  }

  /** By what the group that gives it says. */
  private static boolean hasNoRoom(Move move, ClusterNode node) {
    return move.getProblem().contains("node " + node.id() + ": the files have ");
  }

  private void awaitRepaired() throws Exception {
    Waiting.until(
        "a store that is made whole",
        cluster::describe,
        () -> partition.told("STORE_REPAIRED") > 0);
  }
}
