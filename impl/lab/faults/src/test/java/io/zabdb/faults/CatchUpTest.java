package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.client.ZabClient;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.process.Waiting;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A node that was away gets what it lacks: a tail of the log, or a checkpoint. */
@Timeout(300)
class CatchUpTest {

  /** So many kills in the midst of a transfer are wanted, and so many are tried. */
  private static final int HITS = 2;

  private static final int MAX_KILLS = 10;

  private static final String INSTALLED = "zabdb_checkpoints_installed_total";

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  private static final ClusterSpec SPEC = ClusterSpec.three().with("checkpoint-interval", "256KiB");

  @Test
  void aShortAbsenceIsMadeUpByTheTail() throws Exception {
    Cluster cluster = CLUSTERS.start(ClusterSpec.three().with("checkpoint-interval", "24MiB"));
    Workload workload = CLUSTERS.use(Load.USUAL.withRows(10));
    ClusterNode follower = cluster.awaitFollower();
    follower.kill();
    workload.awaitDone(100);
    follower.start();
    follower.awaitReady();
    assertEquals(0, follower.metric(INSTALLED));
    CLUSTERS.checkAll();
  }

  /** What it lacks is more than the heap of its leader holds: it is in the log. */
  @Test
  void aFollowerThatStandsStillCostsItsLeaderNoMemory() throws Exception {
    Cluster cluster = CLUSTERS.start(ClusterSpec.three().with("checkpoint-interval", "60MiB"));
    CLUSTERS.use(Load.USUAL.withRows(10));
    ClusterNode follower = cluster.awaitFollower();
    List<Long> processes = cluster.nodes().stream().map(node -> node.process().pid()).toList();
    try (ZabClient client = cluster.client().timeout(Duration.ofMinutes(1)).build()) {
      follower.process().pause();
      String value = "v".repeat(64 << 10);
      for (int i = 0; i < 100; i++) {
        List<CompletableFuture<?>> batch = new ArrayList<>();
        for (int k = 0; k < 16; k++) {
          batch.add(client.put("large-" + i + "-" + k, value));
        }
        for (CompletableFuture<?> put : batch) {
          ZabClient.await(put);
        }
      }
    } finally {
      follower.process().resume();
    }
    follower.awaitReady();
    assertEquals(0, follower.metric(INSTALLED));
    assertEquals(processes, cluster.nodes().stream().map(node -> node.process().pid()).toList());
    assertTrue(cluster.nodes().stream().allMatch(ClusterNode::isRunning), cluster::describe);
    CLUSTERS.checkAll();
  }

  @Test
  void aLongAbsenceIsMadeUpByACheckpoint() throws Exception {
    Cluster cluster = CLUSTERS.start(SPEC);
    Workload workload = CLUSTERS.use(Load.USUAL.withRows(8_000));
    ClusterNode follower = cluster.awaitFollower();
    long had = follower.replica().getLogLength();
    follower.kill();
    awaitPurged(cluster, had);
    follower.start();
    follower.awaitReady();
    assertEquals(1, follower.metric(INSTALLED));
    assertTrue(follower.replica().getCheckpoint() > had, cluster::describe);
    // What was installed is built upon, also by the next process.
    workload.awaitDone(50);
    follower.kill();
    follower.start();
    follower.awaitReady();
    CLUSTERS.checkAll();
  }

  /** The log that told of a client's session is gone; the next update of that session comes. */
  @Test
  void sessionsOutliveTheLogThatHeldThem() throws Exception {
    Cluster cluster = CLUSTERS.start(SPEC);
    try (ZabClient idle = cluster.client().build()) {
      ZabClient.await(idle.put("idle", "1"));
      CLUSTERS.use(Load.USUAL.withRows(8_000));
      ClusterNode follower = cluster.awaitFollower();
      long had = follower.replica().getLogLength();
      follower.kill();
      awaitPurged(cluster, had);
      follower.start();
      follower.awaitReady();
      assertEquals(1, follower.metric(INSTALLED));
      Waiting.until(
          "a leader that knows of the session by a checkpoint",
          cluster::describe,
          () -> {
            cluster.transferTo(follower);
            return cluster.awaitLeader() == follower;
          });
      ZabClient.await(idle.put("idle", "2"));
      awaitPurged(cluster, follower.replica().getLogLength());
      cluster.killAll();
      cluster.startNodes();
      ZabClient.await(idle.put("idle", "3"));
      assertEquals("3", ZabClient.await(idle.get("idle")).orElseThrow().value().text());
    }
    CLUSTERS.checkAll();
  }

  /**
   * The receiver is killed again and again while a checkpoint is on its way, or being installed.
   */
  @Test
  void killsDuringTheTransferOfACheckpoint() throws Exception {
    Cluster cluster = CLUSTERS.start(SPEC);
    Workload workload = CLUSTERS.use(Load.USUAL.withRows(20_000));
    ClusterNode follower = cluster.awaitFollower();
    int hits = 0;
    for (int kill = 0; kill < MAX_KILLS && hits < HITS; kill++) {
      long had = follower.replica().getLogLength();
      follower.kill();
      awaitPurged(cluster, had);
      follower.start();
      Waiting.until(
          "a checkpoint that comes in",
          cluster::describe,
          () -> isReceiving(follower) || follower.isReady());
      hits += follower.isReady() ? 0 : 1;
      follower.kill();
      follower.start();
      follower.awaitReady();
      workload.awaitDone(20);
    }
    assertTrue(hits > 0, "all kills came too late");
    CLUSTERS.checkAll();
  }

  /** Whether parts of a checkpoint have arrived and are not in use yet. */
  private static boolean isReceiving(ClusterNode node) throws IOException {
    Path incoming = node.data().resolve("group-0").resolve("incoming");
    if (!Files.isDirectory(incoming)) {
      return false;
    }
    try (Stream<Path> files = Files.walk(incoming)) {
      return files.anyMatch(Files::isRegularFile);
    } catch (UncheckedIOException e) {
      // A directory has gone while it was listed: it was moved to where it is used.
      return true;
    }
  }

  /** Nobody can bring a node from there to the present but by a checkpoint. */
  private static void awaitPurged(Cluster cluster, long had) throws Exception {
    Waiting.until(
        "logs that are purged beyond " + had,
        cluster::describe,
        () ->
            cluster.nodes().stream()
                .filter(ClusterNode::isRunning)
                .allMatch(node -> node.replica().getCheckpoint() > had));
  }
}
