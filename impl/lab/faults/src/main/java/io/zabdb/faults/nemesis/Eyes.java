package io.zabdb.faults.nemesis;

import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.schedule.sight.Link;
import io.zabdb.schedule.sight.NodeSight;
import io.zabdb.schedule.sight.Sight;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Looks at the processes of a cluster, and asks those that can answer. For one thread. */
final class Eyes {

  private final Cluster cluster;
  private final Set<Link> cut = new HashSet<>();

  Eyes(Cluster cluster) {
    this.cluster = cluster;
  }

  /** These links have been cut. */
  void cut(Set<Link> links) {
    cut.addAll(links);
  }

  /** All links work again. */
  void healed() {
    cut.clear();
  }

  /** How things are; the time is that at which all had answered. */
  Sight look() {
    Map<ClusterNode, NodeStatus.Replica> replicas = cluster.replicas();
    long epoch =
        replicas.values().stream()
            .filter(Cluster::leads)
            .mapToLong(NodeStatus.Replica::getEpoch)
            .max()
            .orElse(-1);
    List<NodeSight> nodes =
        cluster.nodes().stream().map(node -> sight(node, replicas.get(node), epoch)).toList();
    return new Sight(micros(), nodes, cut);
  }

  /**
   * @param replica null: it does not answer
   * @param epoch the newest that anybody leads; below 0: none
   */
  private static NodeSight sight(ClusterNode node, NodeStatus.Replica replica, long epoch) {
    if (!node.isRunning()) {
      return NodeSight.DOWN;
    }
    if (node.process().isPaused()) {
      return NodeSight.PAUSED;
    }
    if (replica == null) {
      return NodeSight.BEHIND;
    }
    boolean current = epoch < 0 || replica.getEpoch() == epoch;
    boolean takesPart =
        replica.getPhase().equals("BROADCAST")
            && !replica.getRole().equals("LOOKING")
            && !replica.getLearns();
    return new NodeSight(
        true,
        false,
        takesPart && current,
        Cluster.leads(replica) && current,
        replica.getCompacting(),
        false);
  }

  /** The clock of sights and of what clients note, in microseconds. */
  static long micros() {
    return TimeUnit.NANOSECONDS.toMicros(System.nanoTime());
  }
}
