package io.zabdb.node.server;

import io.zabdb.coordination.manager.ConfigurationManager;
import io.zabdb.coordination.manager.ManagerSettings;
import io.zabdb.coordination.state.ClusterState;
import io.zabdb.coordination.state.FamilyInfo;
import io.zabdb.coordination.state.GroupInfo;
import io.zabdb.coordination.state.NodeInfo;
import io.zabdb.node.config.Address;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a node tells the configuration manager, and learns from it. Nothing waits for it, and
 * nothing fails because it is away. Thread-safe.
 */
final class Registration implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Registration.class);

  private final Topology topology;
  private final ConfigurationManager manager;

  Registration(Topology topology, String servers) {
    this.topology = topology;
    manager = new ConfigurationManager(ManagerSettings.of(servers).withCluster(topology.cluster()));
    manager.addConnectionListener(
        connected ->
            LOG.info(
                "the configuration manager is {}", connected ? "there" : "away; serving goes on"));
    manager.watch(this::learn);
  }

  private void learn(ClusterState state) {
    for (NodeInfo node : state.nodes()) {
      topology.learn(node.id(), new Address(node.host(), node.port()));
    }
  }

  /** Makes the cluster and this node known. */
  void register(Address clients, int httpPort) {
    List<FamilyInfo> families =
        topology.families().stream()
            .map(family -> new FamilyInfo(family.name(), family.versions(), family.maxAge()))
            .toList();
    List<GroupInfo> groups =
        topology.groups().stream()
            .map(group -> new GroupInfo(group.id(), group.nodes(), -1, 0))
            .toList();
    ClusterState definition =
        new ClusterState(topology.cluster(), families, topology.ring(), groups, List.of());
    create(definition);
    warnIfFailed(
        "register this node",
        manager.registerNode(
            new NodeInfo(
                topology.node(),
                clients.host(),
                clients.port(),
                ProcessHandle.current().pid(),
                httpPort,
                0)));
  }

  /** Until it has succeeded, or never can. */
  private void create(ClusterState definition) {
    manager
        .createCluster(definition)
        .whenComplete(
            (done, failure) -> {
              if (failure != null && isTemporary(failure)) {
                create(definition);
              } else if (failure != null) {
                LOG.warn("could not make the cluster known: {}", failure.getMessage());
              }
            });
  }

  private static boolean isTemporary(Throwable failure) {
    Throwable cause =
        failure instanceof java.util.concurrent.CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return cause instanceof io.zabdb.coordination.error.CoordinationException e
        && e.code() == io.zabdb.coordination.error.ErrorCode.UNAVAILABLE;
  }

  /** A replica of this node leads. */
  void leads(int group, long epoch) {
    warnIfFailed("tell who leads group " + group, manager.newLeader(group, topology.node(), epoch));
  }

  void reportLoad(long bytes) {
    manager.reportLoad(bytes);
  }

  boolean isConnected() {
    return manager.isConnected();
  }

  private static void warnIfFailed(String what, CompletableFuture<?> action) {
    action.whenComplete(
        (done, failure) -> {
          if (failure != null) {
            LOG.warn("could not {}: {}", what, failure.getMessage());
          }
        });
  }

  @Override
  public void close() {
    manager.close();
  }
}
