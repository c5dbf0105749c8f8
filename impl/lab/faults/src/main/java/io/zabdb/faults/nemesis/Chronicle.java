package io.zabdb.faults.nemesis;

import io.zabdb.client.ZabClient;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.Event;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts what the replicas of a cluster saw: transfers and compactions. They forget it when their
 * process ends, so ask often; what is counted happened, some of what happened may not be counted.
 * For one thread.
 */
final class Chronicle {

  private final Cluster cluster;

  /** By process, the last event that was counted. */
  private final Map<Long, Long> seen = new HashMap<>();

  /** By node, why it last began to hand over. */
  private final Map<Integer, String> reasons = new HashMap<>();

  private int tookOver;
  private int byCompaction;
  private int requested;

  Chronicle(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Asks all that can answer. */
  void read() {
    for (ClusterNode node : cluster.nodes()) {
      if (node.isRunning() && !node.process().isPaused()) {
        read(node);
      }
    }
  }

  private void read(ClusterNode node) {
    long process = node.process().pid();
    long after = seen.getOrDefault(process, 0L);
    try {
      List<Event> events = ZabClient.await(cluster.admin().admin().events(node.id(), 0, after, 0));
      for (Event event : events) {
        count(node.id(), event);
        seen.put(process, event.getNumber());
      }
    } catch (ZabException e) {
      // It does not answer now, and may later.
      return;
    }
  }

  private void count(int node, Event event) {
    switch (event.getKind()) {
      case "TRANSFER_BEGAN" -> reasons.put(node, event.getText());
      case "TRANSFERRED" ->
          byCompaction += reasons.getOrDefault(node, "").startsWith("pressure") ? 1 : 0;
      case "TOOK_OVER" -> tookOver++;
      case "COMPACTION_ENDED" -> requested += event.getText().equals("of everything") ? 1 : 0;
      default -> {
        // Not counted.
      }
    }
  }

  /** How often a successor led that leadership was handed to. */
  int transfersTakenOver() {
    return tookOver;
  }

  /** How often a leader handed over because it had to compact. */
  int movedByCompaction() {
    return byCompaction;
  }

  /** How often a store had compacted all, as it was asked to. */
  int requestedCompactions() {
    return requested;
  }
}
