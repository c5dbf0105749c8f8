package io.zabdb.node.server;

import io.zabdb.replica.status.ReplicaStatus;
import io.zabdb.rpc.wire.NodeStatus;
import java.util.List;

/** How a node is, in words for operators. */
public interface NodeReport {

  /**
   * All that is not about replicas.
   *
   * @param replicas how they are
   */
  NodeStatus.Builder describe(List<ReplicaStatus> replicas);
}
