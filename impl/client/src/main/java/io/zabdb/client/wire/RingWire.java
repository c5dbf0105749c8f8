package io.zabdb.client.wire;

import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.cluster.NodeInfo;
import io.zabdb.model.data.Family;
import io.zabdb.model.data.LimitException;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.rpc.wire.Ring;
import java.util.UUID;

/** The ring from the wire. */
public final class RingWire {

  private RingWire() {}

  /**
   * What a node says of the cluster.
   *
   * @throws IllegalArgumentException if it makes no sense; {@link LimitException} if a family is
   *     beyond its limits
   */
  public static ClusterState state(Ring wire) {
    return new ClusterState(
        UUID.fromString(wire.getCluster()),
        wire.getFamiliesList().stream().map(RingWire::family).toList(),
        new io.zabdb.model.ring.Ring(
            wire.getVersion(), wire.getPartitionsList().stream().map(RingWire::partition).toList()),
        wire.getGroupsList().stream().map(RingWire::group).toList(),
        wire.getNodesList().stream().map(RingWire::node).toList());
  }

  private static Family family(Ring.Family wire) {
    return new Family(wire.getName(), wire.getVersions(), wire.getMaxAge());
  }

  /**
   * Who has a partition.
   *
   * @throws IllegalArgumentException if it makes no sense
   */
  public static RingPartition partition(Ring.Partition wire) {
    return new RingPartition(
        wire.getName(),
        new TokenRange(wire.getAfter(), wire.getUpTo()),
        wire.getGroup(),
        wire.getMove(),
        wire.getFirstHand());
  }

  private static GroupInfo group(Ring.Group wire) {
    return new GroupInfo(
        wire.getId(), wire.getNodesList(), wire.getLeaderNodePlusOne() - 1, wire.getEpoch());
  }

  /** Its process, HTTP port and load are not known to clients. */
  private static NodeInfo node(Ring.Node wire) {
    return new NodeInfo(wire.getId(), wire.getHost(), wire.getPort(), 0, 0, 0);
  }
}
