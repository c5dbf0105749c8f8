package io.zabdb.balancer;

import io.zabdb.client.ZabClient;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.Moves;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.Partitions.Partition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * What a store says of itself at a moment, or nearly: nodes how they do, leaders what their groups
 * have and what that has to do. Immutable.
 *
 * @param groups by number
 * @param nodes those that answered, by number
 * @param silent those that did not
 */
record StoreReport(
    SortedMap<Integer, GroupReport> groups,
    SortedMap<Integer, NodeStatus> nodes,
    List<Integer> silent) {

  /**
   * Asks all at once, and waits for the answers: for as long as the client's requests may take.
   *
   * @throws LoadUnknownException if not every group has told all: without it, its nodes would seem
   *     to have less to do than they have, and be given more
   * @throws ZabException if nobody tells of the store at all
   */
  static StoreReport gather(ZabClient client) throws LoadUnknownException {
    List<GroupInfo> known = ZabClient.await(client.admin().ring()).groups();
    TreeSet<Integer> members = new TreeSet<>();
    Map<Integer, CompletableFuture<GroupReport>> ofGroups = new TreeMap<>();
    for (GroupInfo group : known) {
      members.addAll(group.nodes());
      ofGroups.put(
          group.id(),
          client
              .admin()
              .partitions(group.id())
              .thenCombine(client.admin().moves(group.id()), StoreReport::report));
    }
    Map<Integer, CompletableFuture<NodeStatus>> ofNodes = new TreeMap<>();
    members.forEach(node -> ofNodes.put(node, client.admin().status(node)));
    SortedMap<Integer, NodeStatus> nodes = new TreeMap<>();
    List<Integer> silent = new ArrayList<>();
    ofNodes.forEach(
        (node, answer) -> {
          try {
            nodes.put(node, ZabClient.await(answer));
          } catch (ZabException e) {
            silent.add(node);
          }
        });
    return new StoreReport(complete(ofGroups, silent), nodes, silent);
  }

  private static GroupReport report(List<Partition> partitions, Moves moves) {
    return new GroupReport(partitions, moves.getMovesList());
  }

  private static SortedMap<Integer, GroupReport> complete(
      Map<Integer, CompletableFuture<GroupReport>> asked, List<Integer> silent)
      throws LoadUnknownException {
    SortedMap<Integer, GroupReport> groups = new TreeMap<>();
    List<String> missing = new ArrayList<>();
    asked.forEach(
        (group, answer) -> {
          try {
            groups.put(group, ZabClient.await(answer));
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
