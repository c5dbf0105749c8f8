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
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.Event;
import io.zabdb.rpc.wire.Partitions.Partition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Partitions move between two groups under clients, which should not notice. */
@Timeout(300)
class MoveTest {

  private static final String PARTITION = "p0";

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  private Cluster cluster;

  private static ClusterSpec twoGroups() {
    return ClusterSpec.three().with("groups", "2");
  }

  /** The group that serves the partition; -1: none says so at present. */
  private int owner() {
    for (int group = 0; group < 2; group++) {
      try {
        for (Partition each : ZabClient.await(cluster.admin().admin().partitions(group))) {
          if (each.getName().equals(PARTITION) && each.getPhase().equals("SERVING")) {
            return group;
          }
        }
      } catch (ZabException e) {
        // Nobody leads it at the moment.
        return -1;
      }
    }
    return -1;
  }

  private int awaitOwner() throws Exception {
    int[] found = {-1};
    Waiting.until(
        "a group that serves the partition",
        cluster::describe,
        () -> {
          found[0] = owner();
          return found[0] >= 0;
        });
    return found[0];
  }

  private void awaitOwner(int group) throws Exception {
    Waiting.until(
        "partition " + PARTITION + " in group " + group, cluster::describe, () -> owner() == group);
  }

  /** Leaders say what became of moves: how many events of this kind there are. */
  private long told(String kind) {
    List<Event> all = new ArrayList<>();
    for (ClusterNode node : cluster.nodes()) {
      for (int group = 0; group < 2; group++) {
        all.addAll(ZabClient.await(cluster.admin().admin().events(node.id(), group, 0, 0)));
      }
    }
    return all.stream().filter(event -> event.getKind().equals(kind)).count();
  }

  @Test
  void clientsDoNotNotice() throws Exception {
    cluster = CLUSTERS.start(twoGroups());
    Workload workload = CLUSTERS.use(Load.USUAL);
    long moved = told("MOVED");
    long arrived = told("MOVE_ARRIVED");
    for (int round = 0; round < 4; round++) {
      workload.awaitDone(100);
      int from = awaitOwner();
      ZabClient.await(cluster.admin().admin().startMove(from, PARTITION, 1 - from));
      awaitOwner(1 - from);
    }
    workload.awaitDone(100);
    assertEquals(moved + 4, told("MOVED"));
    assertEquals(arrived + 4, told("MOVE_ARRIVED"));
    assertEquals(Map.of(), workload.errors());
    for (ClusterNode node : cluster.nodes()) {
      assertEquals(0, node.metric("zabdb_refused_when_applied_total"));
    }
    CLUSTERS.checkAll();
  }

  /** Whoever leads the group that gives, or the one that takes, is killed at some point of it. */
  @Test
  void leadersAreKilledMeanwhile() throws Exception {
    cluster = CLUSTERS.start(twoGroups());
    Workload workload = CLUSTERS.use(Load.USUAL);
    double moved = 0;
    double resumed = 0;
    for (int round = 0; round < 8; round++) {
      workload.awaitDone(30);
      int from = awaitOwner();
      start(from);
      ClusterNode killed = cluster.awaitLeader(round % 2 == 0 ? from : 1 - from);
      // Later and later in a move, by what clients have done meanwhile.
      workload.awaitDone(1 + 5 * round);
      moved += killed.metric("zabdb_moves_total", "moved");
      resumed += killed.metric("zabdb_moves_total", "resumed");
      killed.kill();
      killed.start();
      killed.awaitReady();
      awaitOwner();
    }
    for (ClusterNode node : cluster.nodes()) {
      moved += node.metric("zabdb_moves_total", "moved");
      resumed += node.metric("zabdb_moves_total", "resumed");
      assertEquals(0, node.metric("zabdb_refused_when_applied_total"));
    }
    assertTrue(moved >= 3, "moved " + moved);
    assertTrue(resumed >= 1, "resumed " + resumed);
    assertEquals(Map.of(), workload.errors());
    CLUSTERS.checkAll();
  }

  private void start(int from) throws Exception {
    Waiting.until(
        "a move that begins",
        cluster::describe,
        () -> {
          try {
            ZabClient.await(cluster.admin().admin().startMove(from, PARTITION, 1 - from));
            return true;
          } catch (ZabException e) {
            // A group has no leader at the moment, or one that has just begun.
            return false;
          }
        });
  }
}
