package io.zabdb.balancer;

import io.zabdb.balance.load.NodeLife;
import io.zabdb.balance.load.NodePlace;
import io.zabdb.rpc.wire.NodeStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What nodes said of themselves last: a node that is silent stays where it was, and is dead when it
 * was silent in all looks of a while. That begins with the first of these looks: for how long
 * nobody had looked says nothing of a node. It keeps as many as were there last. Not thread-safe.
 */
final class KnownNodes {

  /**
   * @param silentMillis the time of the first look in which it was silent, if it was in the last
   */
  private record Sight(NodePlace place, OptionalLong silentMillis) {}

  private final LoadRules rules;
  private Map<Integer, Sight> known = Map.of();

  KnownNodes(LoadRules rules) {
    this.rules = rules;
  }

  /**
   * The nodes at a moment.
   *
   * @param occupied how many of a node's replicas are of groups that it is no member of: they take
   *     their seats, too
   * @param nowMillis a time that never goes back
   */
  List<NodePlace> look(
      List<Integer> nodes, StoreReport report, IntUnaryOperator occupied, long nowMillis) {
    Map<Integer, Sight> sights = new HashMap<>();
    List<NodePlace> places = new ArrayList<>();
    for (int node : nodes) {
      NodeStatus status = report.nodes().get(node);
      Sight sight =
          status == null
              ? silent(known.get(node), nowMillis)
              : new Sight(
                  place(status, occupied.applyAsInt(node), nowMillis), OptionalLong.empty());
      sights.put(node, sight);
      long awayMillis = nowMillis - sight.silentMillis().orElse(nowMillis);
      places.add(sight.place().with(life(node, status == null, awayMillis)));
    }
    known = sights;
    return places;
  }

  private Sight silent(@Nullable Sight before, long nowMillis) {
    if (before == null) {
      return new Sight(unknown(nowMillis), OptionalLong.of(nowMillis));
    }
    return before.silentMillis().isPresent()
        ? before
        : new Sight(before.place(), OptionalLong.of(nowMillis));
  }

  private NodeLife life(int node, boolean isSilent, long awayMillis) {
    GroupRules groups = rules.groups();
    NodeLife life =
        groups.isOn()
            ? groups.placement().life(groups.leaving().contains(node), awayMillis)
            : NodeLife.STAYS;
    return life == NodeLife.STAYS && isSilent ? NodeLife.AWAY : life;
  }

  /** A node that says nothing is given nothing, so what it could do does not matter. */
  private NodePlace unknown(long nowMillis) {
    return new NodePlace("", "", 1, rules.nodeHits(), 0, NodeLife.AWAY, nowMillis);
  }

  private NodePlace place(NodeStatus status, int occupied, long nowMillis) {
    long stored =
        status.getReplicasList().stream().mapToLong(NodeStatus.Replica::getSizeBytes).sum();
    return new NodePlace(
        status.getZone(),
        status.getRack(),
        Math.max(1, stored + status.getDiskFreeBytes()),
        rules.nodeHits(),
        Math.max(0, status.getMostGroups() - occupied),
        NodeLife.STAYS,
        nowMillis - status.getUptimeMillis());
  }
}
