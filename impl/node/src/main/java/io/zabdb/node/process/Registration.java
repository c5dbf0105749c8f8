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
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a node known to the configuration manager, whenever that can be reached and has data that
 * can be read; the node serves without it. Only if its cluster is another one, or its number that
 * of another process, it must not be part of the cluster. Used by one thread.
 */
final class Registration {

  private static final Logger LOG = LoggerFactory.getLogger(Registration.class);

  /** The node must not be part of the cluster. */
  private static final Set<ManagerError> FINAL =
      EnumSet.of(
          ManagerError.OTHER_DEFINITION, ManagerError.NODE_TAKEN, ManagerError.INVALID_ARGUMENT);

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
    create(node, client.equals(listens));
  }

  /** Without the cluster the node cannot be registered, and without a connection neither. */
  private void create(NodeInfo node, boolean isBound) {
    manager
        .createCluster(definition(config))
        .whenComplete(
            (done, failure) -> {
              if (failure == null) {
                keep(node, isBound);
              } else if (errorOf(failure) == ManagerError.UNAVAILABLE) {
                create(node, isBound);
              } else {
                goOn(failure, () -> keep(node, isBound));
              }
            });
  }

  /** From now on cluster and node are made known whenever they are not. */
  private void keep(NodeInfo node, boolean isBound) {
    try {
      manager.keepCluster(definition(config));
    } catch (CoordinationException e) {
      // Not the manager's data: what this node would put there.
      fail(e);
      return;
    }
    manager
        .registerNode(node, isBound)
        .whenComplete(
            (done, failure) -> {
              if (failure == null) {
                LOG.info("node {} is registered at {}:{}", node.id(), node.host(), node.port());
              } else {
                // It is tried again all the time.
                goOn(failure, () -> {});
              }
            });
  }

  /** A manager whose data are damaged is no better than one that is away, and no worse. */
  private void goOn(Throwable failure, Runnable next) {
    ManagerError error = errorOf(failure);
    if (error == null || FINAL.contains(error)) {
      fail(failure);
    } else if (error != ManagerError.CLOSED) {
      LOG.error(
          "the configuration manager cannot make this node known; the node serves without it: {}",
          causeOf(failure).getMessage());
      next.run();
    }
  }

  private void fail(Throwable failure) {
    refused.accept("the configuration manager refuses this node: " + causeOf(failure).getMessage());
  }

  private static Throwable causeOf(Throwable failure) {
    return failure instanceof CompletionException ? failure.getCause() : failure;
  }

  /** Null: it is none of the manager's. */
  private static ManagerError errorOf(Throwable failure) {
    return causeOf(failure) instanceof CoordinationException known ? known.error() : null;
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
