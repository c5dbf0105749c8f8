package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.client.ZabClient;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.network.RelayNetwork;
import io.zabdb.faults.preload.DiskError;
import io.zabdb.faults.preload.Operation;
import io.zabdb.faults.preload.Preload;
import io.zabdb.faults.process.SmallDisk;
import io.zabdb.faults.process.Waiting;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One node suffers from something that the others do not: it does not lead for long. */
@Timeout(300)
class SickNodeTest {

  private static final int MEGABYTES = 96;
  private static final int FAILED = 70;

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  /** Leadership may be moved only once all have reported. */
  private static void makeLead(Cluster cluster, ClusterNode node) throws Exception {
    Waiting.until(
        "node " + node.id() + " as the leader",
        cluster::describe,
        () -> {
          boolean leads = cluster.leader().filter(leader -> leader == node).isPresent();
          if (!leads) {
            cluster.transferTo(node);
          }
          return leads;
        });
  }

  /** Once a flush has failed, the store takes nothing more. */
  @Test
  void aLeaderWhoseStoreCannotBeWrittenEndsAndTheOthersGoOn() throws Exception {
    Cluster cluster = CLUSTERS.create(ClusterSpec.three(), new RelayNetwork(3));
    Optional<Preload> loaded = Preload.create(cluster.directory().resolve("faults"));
    Assumptions.assumeTrue(
        loaded.isPresent(), "the preloaded library needs Linux and a C compiler");
    Preload faults = loaded.get();
    ClusterNode sick = cluster.node(1);
    sick.setEnvironment(faults.environment());
    cluster.start();
    makeLead(cluster, sick);
    Workload workload = CLUSTERS.use(Load.USUAL.withRows(2_000));
    workload.awaitDone(100);
    faults.fail(
        EnumSet.of(Operation.WRITE, Operation.SYNC), "*/node-1/group-0/store/*", DiskError.EIO);
    assertEquals(FAILED, sick.process().awaitExit(Waiting.PATIENCE), sick.logged());
    assertNotEquals(sick, cluster.awaitLeader());
    workload.awaitDone(100);
    faults.heal();
    sick.start();
    sick.awaitReady();
    CLUSTERS.checkAll();
  }

  @Test
  void aLeaderWhoseDiskAloneIsFullHandsOverAndUpdatesGoOn() throws Exception {
    Cluster cluster =
        CLUSTERS.create(ClusterSpec.three().with("disk-reserve", "32MiB"), new RelayNetwork(3));
    ClusterNode sick = cluster.node(1);
    Optional<SmallDisk> mounted = SmallDisk.mount(sick.data(), MEGABYTES);
    Assumptions.assumeTrue(mounted.isPresent(), "a disk of its own needs root");
    try (SmallDisk disk = mounted.get();
        ZabClient client = cluster.client().timeout(Duration.ofSeconds(30)).build()) {
      cluster.start();
      makeLead(cluster, sick);
      ZabClient.await(client.put("row", "before"));
      disk.fill(16 << 20);
      cluster.awaitLeaderOtherThan(sick);
      ZabClient.await(client.put("row", "after"));
      assertEquals("after", ZabClient.await(client.get("row")).orElseThrow().value().text());
      assertFalse(sick.isReady());
      assertEquals(2, sick.metric("zabdb_health"));
      assertTrue(
          sick.status().getProblemsList().contains("the disk has no room for updates"),
          () -> sick.status().toString());
      disk.makeRoom();
      sick.awaitReady();
      assertEquals(0, sick.metric("zabdb_health"));
      makeLead(cluster, sick);
    }
  }
}
