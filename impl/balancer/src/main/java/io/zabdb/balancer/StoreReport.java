package io.zabdb.balancer;

import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.cluster.NodeInfo;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.Moves;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.Partitions.Partition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * What a store says of itself at a moment, or nearly: nodes how they do, leaders what their groups
 * have and what that has to do. Immutable.
 *
 * @param groups by number
 * @param nodes those that answered, by number
 * @param silent members of groups that did not
 */
record StoreReport(
    SortedMap<Integer, GroupReport> groups,
    SortedMap<Integer, NodeStatus> nodes,
    List<Integer> silent) {

  /**
   * Asks all at once, and waits for the answers: for as long as the client's requests may take.
   *
   * @param strangers which of the nodes that no group names are asked, too
   * @throws LoadUnknownException if not every group has told all: without it, its nodes would seem
   *     to have less to do than they have, and be given more
   * @throws ZabException if nobody tells of the store at all
   */
  static StoreReport gather(StoreAccess store, UnaryOperator<Set<Integer>> strangers)
      throws LoadUnknownException {
    ClusterState known = store.await(store.admin().ring());
    TreeSet<Integer> members = new TreeSet<>();
    Map<Integer, CompletableFuture<GroupReport>> ofGroups = new TreeMap<>();
    for (GroupInfo group : known.groups()) {
      members.addAll(group.nodes());
      ofGroups.put(
          group.id(),
          store
              .admin()
              .partitions(group.id())
              .thenCombine(store.admin().moves(group.id()), StoreReport::report));
    }
    Set<Integer> others =
        known.nodes().stream()
            .map(NodeInfo::id)
            .filter(node -> !members.contains(node))
            .collect(Collectors.toSet());
    Set<Integer> asked = new TreeSet<>(members);
    asked.addAll(strangers.apply(others));
    List<Integer> silent = new ArrayList<>();
    SortedMap<Integer, NodeStatus> nodes =
        NodeStatuses.ask(
            store,
            asked,
            (node, why) -> {
              if (members.contains(node)) {
                silent.add(node);
              }
            });
    return new StoreReport(complete(store, ofGroups, silent), nodes, silent);
  }

  private static GroupReport report(List<Partition> partitions, Moves moves) {
    return new GroupReport(partitions, moves.getMovesList());
  }

  private static SortedMap<Integer, GroupReport> complete(
      StoreAccess store, Map<Integer, CompletableFuture<GroupReport>> asked, List<Integer> silent)
      throws LoadUnknownException {
    SortedMap<Integer, GroupReport> groups = new TreeMap<>();
    List<String> missing = new ArrayList<>();
    asked.forEach(
        (group, answer) -> {
          try {
            groups.put(group, store.await(answer));
          } catch (ZabException e) {
            missing.add("group " + group + " does not tell what it has: " + e.problem());
          }
        });
    if (!missing.isEmpty()) {
      throw new LoadUnknownException(
          String.join("; ", missing) + (silent.isEmpty() ? "" : "; silent are nodes " + silent));
    }
    return groups;
  }
}
