package io.zabdb.node.server;

import io.zabdb.coordination.manager.ConfigurationManager;
import io.zabdb.node.api.NodeContext;
import io.zabdb.node.config.NodeConfig;
import io.zabdb.replica.status.ReplicaStatus;
import io.zabdb.rpc.wire.NodeStatus;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** How a node is: its process, its memory and disk, what it suffers from. */
final class NodeDescription implements NodeReport {

  private final NodeContext context;
  private final NodeConfig config;
  private final long started = System.nanoTime();

  NodeDescription(NodeContext context) {
    this.context = context;
    config = context.config();
  }

  @Override
  public NodeStatus.Builder describe(List<ReplicaStatus> replicas) {
    NodeStatus.Builder status =
        NodeStatus.newBuilder()
            .setNode(config.node())
            .setCluster(config.cluster().toString())
            .setProcess(ProcessHandle.current().pid())
            .setSoftware(ClientPort.SOFTWARE)
            .setUptimeMillis(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started))
            .setDiskFreeBytes(context.disk().freeBytes())
            .setMostGroups(config.sharding().roomOf(config.node()))
            .setSpare(config.sharding().place().spare())
            .setZone(config.sharding().place().zone())
            .setRack(config.sharding().place().rack())
            .setHeapBytes(Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
    context.health().complaints().forEach(complaint -> status.addProblems(complaint.text()));
    context.budget().uses().stream().map(StatusReport::memory).forEach(status::addMemory);
    for (ReplicaStatus replica : replicas) {
      if (replica.diskFull()) {
        status.addProblems("group " + replica.group() + " waits for room on the disk");
      }
    }
    context.coordination().ifPresent(manager -> describe(manager, status));
    return status;
  }

  private static void describe(ConfigurationManager manager, NodeStatus.Builder status) {
    boolean connected = manager.isConnected();
    Optional<String> missing = manager.missing();
    status.setCoordinationConnected(connected).setCoordinationKnows(missing.isEmpty());
    if (!connected) {
      status.addProblems("the configuration manager is away; serving goes on");
    } else {
      missing.ifPresent(
          what ->
              status.addProblems(
                  "the configuration manager does not know this node: "
                      + what
                      + "; serving goes on"));
    }
  }
}
