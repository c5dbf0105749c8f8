package io.zabdb.node.process;

import io.zabdb.coordination.error.CoordinationException;
import io.zabdb.coordination.error.ManagerError;
import io.zabdb.coordination.manager.ConfigurationManager;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.cluster.NodeInfo;
import io.zabdb.model.ring.Ring;
import io.zabdb.node.config.Address;
import io.zabdb.node.config.NodeConfig;
import io.zabdb.node.config.ShardingConfig;
import io.zabdb.replica.status.ReplicaStatus;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a node known to the configuration manager, whenever that can be reached; the node serves
 * without it. Used by one thread.
 */
final class Registration {

  private static final Logger LOG = LoggerFactory.getLogger(Registration.class);

  private final ConfigurationManager manager;
  private final NodeConfig config;
  private final Consumer<String> refused;

  /**
   * @param refused hears why this node must not be part of the cluster
   */
  Registration(ConfigurationManager manager, NodeConfig config, Consumer<String> refused) {
    this.manager = manager;
    this.config = config;
    this.refused = refused;
  }

  /**
   * Registers cluster and node, sooner or later; returns at once.
   *
   * @param listens where the node listens for clients
   */
  void begin(Address listens, int httpPort) {
    manager.addConnectionListener(
        connected ->
            LOG.info(
                "the configuration manager {}",
                connected ? "is connected" : "is not reached; the node serves without it"));
    Address client = config.network().clients().getOrDefault(config.node(), listens);
    NodeInfo node =
        new NodeInfo(
            config.node(),
            client.host(),
            client.port(),
            ProcessHandle.current().pid(),
            httpPort,
            0);
    create(node);
  }

  /** Without the cluster the node cannot be registered, and without a connection neither. */
  private void create(NodeInfo node) {
    manager
        .createCluster(definition(config))
        .whenComplete(
            (done, failure) -> {
              if (failure == null) {
                manager.keepCluster(definition(config));
                register(node);
              } else if (errorOf(failure) == ManagerError.UNAVAILABLE) {
                create(node);
              } else if (errorOf(failure) != ManagerError.CLOSED) {
                fail(failure);
              }
            });
  }

  private void register(NodeInfo node) {
    manager
        .registerNode(node)
        .whenComplete(
            (done, failure) -> {
              if (failure == null) {
                LOG.info("node {} is registered at {}:{}", node.id(), node.host(), node.port());
              } else if (errorOf(failure) != ManagerError.CLOSED) {
                fail(failure);
              }
            });
  }

  private void fail(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    refused.accept("the configuration manager refuses this node: " + cause.getMessage());
  }

  private static ManagerError errorOf(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof CoordinationException known ? known.error() : null;
  }

  /** Tells how much is stored. */
  void report(List<ReplicaStatus> replicas) {
    try {
      manager.reportLoad(replicas.stream().mapToLong(ReplicaStatus::sizeBytes).sum());
    } catch (IllegalStateException e) {
      LOG.debug("the node is not registered yet", e);
    }
  }

  /** A new cluster as the configuration describes it; it must be the same at all nodes. */
  static ClusterState definition(NodeConfig config) {
    ShardingConfig sharding = config.sharding();
    return new ClusterState(
        config.cluster(),
        sharding.families(),
        Ring.even(sharding.groups().size(), sharding.partitionsPerGroup()),
        sharding.groups().stream()
            .map(group -> new GroupInfo(group.id(), group.nodes(), -1, 0))
            .toList(),
        List.of());
  }
}
