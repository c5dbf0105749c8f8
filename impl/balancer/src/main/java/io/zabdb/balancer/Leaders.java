package io.zabdb.balancer;

import io.zabdb.rpc.wire.NodeStatus;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who leads, by what nodes say of themselves. */
public final class Leaders {

  /**
   * A replica that leads.
   *
   * @param node where it is
   */
  public record GroupLeader(int node, NodeStatus.Replica replica) {}

  private Leaders() {}

  /** The established leader of a group, in the highest epoch of which a node says so. */
  public static Optional<GroupLeader> of(Map<Integer, NodeStatus> nodes, int group) {
    @Nullable GroupLeader best = null;
    for (Map.Entry<Integer, NodeStatus> node : nodes.entrySet()) {
      for (NodeStatus.Replica replica : node.getValue().getReplicasList()) {
        boolean leads = replica.getGroup() == group && isLeading(replica);
        if (leads && (best == null || replica.getEpoch() > best.replica().getEpoch())) {
          best = new GroupLeader(node.getKey(), replica);
        }
      }
    }
    return Optional.ofNullable(best);
  }

  /** Whether a replica is an established leader, as far as it knows. */
  static boolean isLeading(NodeStatus.Replica replica) {
    return replica.getRole().equals("LEADING") && replica.getPhase().equals("BROADCAST");
  }
}
