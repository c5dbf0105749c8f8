package io.zabdb.faults.nemesis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.network.RelayNetwork;
import io.zabdb.faults.preload.Preloads;
import io.zabdb.faults.process.Waiting;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import io.zabdb.schedule.deed.Act;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with disks and clocks of real nodes is seen by what it changed, and only then. */
@Timeout(300)
class DisksAndClocksTest {

  /** In microseconds. */
  private static final long HOUR = 3_600_000_000L;

  private static final List<Act> FAULTS =
      List.of(Act.SLOW_DISK, Act.SKEW_CLOCK, Act.FILL_DISK, Act.FAIL_SYNC);

  @TempDir Path directory;
  private Cluster cluster;
  private Proofs proofs;
  private DisksAndClocks faults;

  @BeforeEach
  void makeCluster() throws Exception {
    cluster = new Cluster(ClusterSpec.three(), directory, new RelayNetwork(3));
    Optional<Preloads> preloads = Preloads.create(cluster);
    assumeTrue(preloads.isPresent(), "the preloaded library needs Linux and a C compiler");
    proofs = new Proofs(cluster, new Chronicle(cluster));
    faults = new DisksAndClocks(preloads, proofs);
  }

  @AfterEach
  void removeCluster() throws Exception {
    cluster.close();
  }

  @Test
  void whatTookIsSeenAtTheLeader() throws Exception {
    cluster.start();
    try (Workload workload = new Workload(cluster, Load.USUAL, 1)) {
      for (Act act : FAULTS) {
        workload.awaitDone(50);
        ClusterNode leader = cluster.awaitLeader();
        faults.strike(act, leader, act == Act.SKEW_CLOCK ? HOUR : HOUR / 36_000);
        Waiting.until(
            "a sign of " + act,
            cluster::describe,
            () -> {
              faults.look();
              return proofs.counts().containsKey(act);
            });
        faults.healDisk(leader);
        faults.setClock(leader);
        assertEquals(act == Act.FAIL_SYNC, faults.hasEndedByDisk(leader));
        if (act == Act.FAIL_SYNC) {
          faults.starts(leader);
          leader.start();
        }
        leader.awaitReady();
        assertFalse(faults.hasEndedByDisk(leader), "it may end for ever");
      }
      workload.awaitDone(50);
    }
  }

  /** As if the library did nothing: the nodes run without it. */
  @Test
  void whatDoesNotTakeIsNotCounted() throws Exception {
    cluster.nodes().forEach(node -> node.setEnvironment(Map.of()));
    cluster.start();
    try (Workload workload =
        new Workload(cluster, Load.USUAL.withTimeout(Duration.ofSeconds(5)), 1)) {
      workload.awaitDone(50);
      ClusterNode leader = cluster.awaitLeader();
      for (Act act : FAULTS) {
        faults.strike(act, leader, HOUR);
      }
      for (int i = 0; i < 10; i++) {
        workload.awaitDone(50);
        faults.look();
      }
      faults.healDisk(leader);
      faults.setClock(leader);
      assertEquals(Map.of(), proofs.counts());
    }
  }

  /** Nor is a node that has ended struck in vain: the run goes on. */
  @Test
  void whoEndsOtherwiseIsNotExcused() throws Exception {
    cluster.nodes().forEach(node -> node.setEnvironment(Map.of()));
    cluster.start();
    ClusterNode node = cluster.node(0);
    faults.strike(Act.FAIL_SYNC, node, HOUR);
    faults.strike(Act.FILL_DISK, node, HOUR);
    node.kill();
    assertFalse(faults.hasEndedByDisk(node), "no sync failed, and it had room");
    faults.strike(Act.SLOW_DISK, node, HOUR);
    faults.strike(Act.SKEW_CLOCK, node, HOUR);
    faults.look();
    assertEquals(Map.of(), proofs.counts());
  }
}
