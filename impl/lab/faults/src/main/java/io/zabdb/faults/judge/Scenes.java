package io.zabdb.faults.judge;

import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.network.RelayNetwork;
import io.zabdb.faults.process.Waiting;
import io.zabdb.faults.workload.Workload;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All scenes. */
final class Scenes {

  /** Successes of clients that show that a cluster serves. */
  private static final int SERVED = 50;

  /** Writes behind the back of a leader that is cut off: then nearly all that it has is old. */
  private static final int WRITTEN = 100;

  /** Clients of different kinds, each with a connection of its own. */
  private static final int KINDS = 3;

  private Scenes() {}

  /** By name, in the order in which they are played. */
  static Map<String, Scene> all() {
    Map<String, Scene> all = new LinkedHashMap<>();
    all.put("cut-off-leader", Scenes::cutOffLeader);
    all.put("broken-connections", Scenes::brokenConnections);
    return Collections.unmodifiableMap(all);
  }

  /**
   * A leader is cut off from the others, and does not notice, since its patience is long. They go
   * on with another, while a reader asks nobody but the old one.
   */
  private static void cutOffLeader(Cluster cluster, RelayNetwork network, Workload workload)
      throws Exception {
    ClusterNode old = cluster.awaitLeader();
    for (ClusterNode other : cluster.others(old)) {
      network.separate(old.id(), other.id());
    }
    cluster.awaitLeaderOtherThan(old);
    workload.awaitWritten(WRITTEN);
    network.heal();
    // With such patience it may go on believing that it leads, though it hears the others again.
    cluster.kill(List.of(old));
    cluster.startNodes();
    workload.awaitDone(SERVED);
  }

  /**
   * Connections of clients break when requests have got through, and answers have not; no client
   * gets a new one until the time of its operations is up.
   */
  private static void brokenConnections(Cluster cluster, RelayNetwork network, Workload workload)
      throws Exception {
    long before = network.heldBack();
    network.holdAnswers();
    Waiting.until("answers on their way", () -> network.heldBack() >= before + KINDS);
    network.breakClients();
    workload.awaitFailed(workload.users());
    network.heal();
    workload.awaitDone(SERVED);
  }
}
