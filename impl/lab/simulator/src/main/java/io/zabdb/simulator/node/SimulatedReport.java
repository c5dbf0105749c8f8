package io.zabdb.simulator.node;

import io.zabdb.environment.Clock;
import io.zabdb.node.server.NodeReport;
import io.zabdb.replica.status.ReplicaStatus;
import io.zabdb.rpc.wire.NodeStatus;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What a simulated node says of itself: it waits for groups, and has room for them. */
final class SimulatedReport implements NodeReport {

  private static final long FREE_BYTES = 1L << 30;

  private final int node;
  private final Clock clock;
  private final long started;

  SimulatedReport(int node, Clock clock) {
    this.node = node;
    this.clock = clock;
    started = clock.nanos();
  }

  @Override
  public NodeStatus.Builder describe(List<ReplicaStatus> replicas) {
    return NodeStatus.newBuilder()
        .setNode(node)
        .setUptimeMillis(TimeUnit.NANOSECONDS.toMillis(clock.nanos() - started))
        .setDiskFreeBytes(FREE_BYTES)
        .setMostGroups(NodeGroups.ROOM)
        .setSpare(true);
  }
}
