package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.client.ZabClient;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.network.RelayNetwork;
import io.zabdb.faults.process.SmallDisk;
import io.zabdb.faults.process.Waiting;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Column;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.rocks.RocksOptions;
import io.zabdb.storage.rocks.RocksTreeStore;
import io.zabdb.storage.tree.TreeStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Without room on the disks nothing is written, all is read, and nothing needs to be restarted. */
@Timeout(300)
class DiskFullTest {

  private static final int MEGABYTES = 96;

  /** What each of them had under way when the disk filled may fail late. */
  private static final int CLIENTS = 8;

  private static final Duration SHORT = Duration.ofSeconds(2);

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  /** Works without root: more is wanted than any disk has. */
  @Test
  void nodesThatStartWithLessThanTheirReserveAreReadOnly() throws Exception {
    Cluster cluster = CLUSTERS.start(ClusterSpec.three());
    try (ZabClient client = cluster.client().timeout(SHORT).build()) {
      ZabClient.await(client.put("row", "before"));
      cluster.stopNodes();
      cluster.set("disk-reserve", "1024TiB");
      for (ClusterNode node : cluster.nodes()) {
        node.start();
      }
      Waiting.until("a refused update", () -> failureOfPut(client) == ErrorCode.DISK_FULL);
      assertEquals("before", ZabClient.await(client.get("row")).orElseThrow().value().text());
      assertFalse(cluster.awaitLeader().isReady());
      cluster.stopNodes();
      cluster.set("disk-reserve", "1MiB");
      cluster.startNodes();
      ZabClient.await(client.put("row", "after"));
    }
  }

  @Test
  void disksFillUpToTheReserveAndToTheLastByte() throws Exception {
    Cluster cluster =
        CLUSTERS.create(ClusterSpec.three().with("disk-reserve", "32MiB"), new RelayNetwork(3));
    Optional<SmallDisk> mounted = SmallDisk.mount(cluster.data(), MEGABYTES);
    Assumptions.assumeTrue(mounted.isPresent(), "a disk of its own needs root");
    try (SmallDisk disk = mounted.get()) {
      cluster.start();
      upToTheReserve(cluster, disk);
      cluster.stopNodes();
      cluster.set("disk-reserve", "0");
      cluster.startNodes();
      toTheLastByte(cluster, disk);
    }
  }

  /** A store without a node: what RocksDB has no room for must not be lost each time. */
  @Test
  void treesAreMadeOnceThereIsRoom(@TempDir Path directory) throws Exception {
    Optional<SmallDisk> mounted = SmallDisk.mount(directory, 8);
    Assumptions.assumeTrue(mounted.isPresent(), "a disk of its own needs root");
    Path home = directory.resolve("store");
    try (SmallDisk disk = mounted.get()) {
      try (TreeStore store = new RocksTreeStore(home, RocksOptions.TINY)) {
        store.create("kept");
        store.create("left");
        disk.fill(0);
        store.drop("left");
        for (int i = 0; i < 500; i++) {
          StorageException full =
              assertThrows(StorageException.class, () -> store.create("wanted"));
          assertEquals(ErrorCode.DISK_FULL, full.code(), full.getMessage());
        }
        disk.makeRoom();
        store.create("wanted");
      }
      try (TreeStore store = new RocksTreeStore(home, RocksOptions.TINY)) {
        assertEquals(Set.of("kept", "wanted"), store.trees());
      }
    }
  }

  private static void upToTheReserve(Cluster cluster, SmallDisk disk) throws Exception {
    try (ZabClient client = cluster.client().timeout(SHORT).build()) {
      ZabClient.await(client.put("row", "before"));
      disk.fill(16 << 20);
      Waiting.until("a refused update", () -> failureOfPut(client) == ErrorCode.DISK_FULL);
      assertEquals("before", ZabClient.await(client.get("row")).orElseThrow().value().text());
      ClusterNode leader = cluster.awaitLeader();
      assertTrue(
          leader.status().getProblemsList().contains("the disk has no room for updates"),
          () -> leader.status().toString());
      assertFalse(leader.isReady());
      disk.makeRoom();
      Waiting.until("updates that are taken again", () -> failureOfPut(client) == null);
      for (ClusterNode node : cluster.nodes()) {
        node.awaitReady();
      }
    }
  }

  private static void toTheLastByte(Cluster cluster, SmallDisk disk) throws Exception {
    Workload workload =
        CLUSTERS.use(
            Load.USUAL
                .withRows(8_000)
                .withTimeout(SHORT)
                .withClients(CLIENTS / 2, CLIENTS / 4, CLIENTS / 4));
    workload.awaitDone(100);
    try (ZabClient client = cluster.client().timeout(SHORT).build()) {
      ZabClient.await(client.put("row", "before"));
      for (int round = 0; round < 2; round++) {
        disk.fill(0);
        int before = withoutSuccess(workload);
        Waiting.until(
            "updates that do not succeed",
            () -> workload + cluster.describe(),
            () -> withoutSuccess(workload) > before + CLIENTS);
        // What was committed and not applied yet, linearizable reads would have to wait for.
        assertEquals("before", staleValue(client));
        for (ClusterNode node : cluster.nodes()) {
          assertTrue(node.isRunning(), node.logged());
        }
        disk.makeRoom();
        workload.awaitDone(200);
      }
    }
    assertTrue(
        workload.errors().getOrDefault(ErrorCode.DISK_FULL, 0) > 0,
        () -> "nobody was told that a disk is full: " + workload);
    CLUSTERS.checkAll();
  }

  /**
   * A leader whose disk is full says so. One that has some bytes left waits for followers that have
   * none; and without a reserve an election may find no room for what it has to write.
   */
  private static int withoutSuccess(Workload workload) {
    Map<ErrorCode, Integer> errors = workload.errors();
    return errors.getOrDefault(ErrorCode.DISK_FULL, 0)
        + errors.getOrDefault(ErrorCode.TIMEOUT, 0)
        + errors.getOrDefault(ErrorCode.NO_QUORUM, 0);
  }

  private static String staleValue(ZabClient client) {
    return ZabClient.await(client.getStale(Bytes.of("row"), Column.DEFAULT, 1))
        .get(0)
        .value()
        .text();
  }

  /** Null: it succeeded. */
  private static ErrorCode failureOfPut(ZabClient client) {
    try {
      ZabClient.await(client.put("other", "x"));
      return null;
    } catch (ZabException e) {
      return e.code();
    }
  }
}
