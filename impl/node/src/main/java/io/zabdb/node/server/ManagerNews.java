package io.zabdb.node.server;

import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.cluster.NodeInfo;
import io.zabdb.node.config.Address;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * What the configuration manager tells a node: where nodes are, and which groups it knows. It
 * should know none that has ended; one that was restored from a backup does. Thread-safe.
 */
final class ManagerNews implements Consumer<ClusterState> {

  private final Topology topology;
  private final IntConsumer drop;

  /**
   * @param drop has the manager forget a group
   */
  ManagerNews(Topology topology, IntConsumer drop) {
    this.topology = topology;
    this.drop = drop;
  }

  @Override
  public void accept(ClusterState state) {
    for (NodeInfo node : state.nodes()) {
      topology.learn(node.id(), new Address(node.host(), node.port()));
    }
    for (GroupInfo group : state.groups()) {
      if (topology.hasEnded(group.id())) {
        drop.accept(group.id());
      }
    }
  }
}
