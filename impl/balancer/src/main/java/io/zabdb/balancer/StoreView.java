package io.zabdb.balancer;

import io.zabdb.balance.load.GroupPlace;
import io.zabdb.balance.load.LoadView;
import io.zabdb.balance.load.NodePlace;
import io.zabdb.balance.load.PartitionLoads;
import io.zabdb.balance.load.PlannedMove;
import io.zabdb.rpc.wire.Moves;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.Partitions.Partition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A report as the planner sees it, which counts all from 0 without gaps. Immutable.
 *
 * @param nodes by the planner's numbers
 * @param groups by the planner's numbers
 * @param partitions by the planner's numbers
 * @param followerShare what a follower has to do for a hit, where its leader does 1
 */
record StoreView(
    LoadView view,
    List<Integer> nodes,
    List<Integer> groups,
    List<OwnedPartition> partitions,
    double followerShare) {

  /** A partition, and the group that has it. */
  record OwnedPartition(int group, Partition partition) {}

  /**
   * The view of a report.
   *
   * @param memory what was seen before, where that matters
   * @throws LoadUnknownException if a group is missing, has no leader or changes its members, or
   *     what a partition has to do is not known yet
   */
  static StoreView of(StoreReport report, LoadRules rules, PlannerMemory memory, long nowMillis)
      throws LoadUnknownException {
    List<Integer> groups = List.copyOf(report.groups().keySet());
    requireAll(report);
    Map<Integer, Leaders.GroupLeader> leaders = leaders(report, groups);
    List<Integer> nodes = nodes(report, leaders.values(), rules);
    List<NodePlace> places =
        memory.nodes().look(nodes, report, node -> occupied(report, leaders, node), nowMillis);
    List<OwnedPartition> owned = memory.hits().complete(owned(report), nowMillis);
    memory.fates().begin(groups);
    List<GroupPlace> groupPlaces = new ArrayList<>();
    for (int group : groups) {
      Leaders.GroupLeader leader = Objects.requireNonNull(leaders.get(group));
      List<Integer> members =
          leader.replica().getVotersList().stream().map(nodes::indexOf).toList();
      boolean hasToGo = members.stream().anyMatch(node -> places.get(node).life().isToGo());
      groupPlaces.add(
          new GroupPlace(
              members,
              nodes.indexOf(leader.node()),
              memory.fates().look(group, hasToGo, isEmpty(report, group), nowMillis),
              true,
              GroupPlace.NO_HEIR));
    }
    PartitionLoads loads = loads(owned, groups, memory.rests().look(nowMillis));
    return new StoreView(
        new LoadView(
            places, groupPlaces, loads, moves(report, groups, groupPlaces, owned), nowMillis),
        nodes,
        groups,
        owned,
        LoadRules.followerShare(owned.stream().map(each -> each.partition().getHits()).toList()));
  }

  /**
   * Who told which groups there are may have begun a moment ago, and know only those that its
   * configuration names: nodes of the others would seem to have nothing to do.
   */
  private static void requireAll(StoreReport report) throws LoadUnknownException {
    for (Map.Entry<Integer, NodeStatus> node : report.nodes().entrySet()) {
      for (NodeStatus.Replica replica : node.getValue().getReplicasList()) {
        if (Leaders.isLeading(replica) && !report.groups().containsKey(replica.getGroup())) {
          throw new LoadUnknownException(
              "node %d leads group %d, and whoever told which groups there are has not heard of it yet"
                  .formatted(node.getKey(), replica.getGroup()));
        }
      }
    }
  }

  /** Neither has it a partition, nor does one come, as its leader knows. */
  private static boolean isEmpty(StoreReport report, int group) {
    return Objects.requireNonNull(report.groups().get(group)).partitions().isEmpty();
  }

  /** Members, and whoever waits for a group, if any are born. */
  private static List<Integer> nodes(
      StoreReport report, Collection<Leaders.GroupLeader> leaders, LoadRules rules) {
    TreeSet<Integer> nodes = new TreeSet<>();
    leaders.forEach(leader -> nodes.addAll(leader.replica().getVotersList()));
    if (rules.groups().isOn()) {
      report
          .nodes()
          .forEach(
              (node, status) -> {
                if (status.getSpare()) {
                  nodes.add(node);
                }
              });
    }
    return List.copyOf(nodes);
  }

  /** Replicas of a node, of groups that it is no member of. */
  private static int occupied(
      StoreReport report, Map<Integer, Leaders.GroupLeader> leaders, int node) {
    return (int)
        Objects.requireNonNull(report.nodes().get(node)).getReplicasList().stream()
            .map(replica -> leaders.get(replica.getGroup()))
            .filter(leader -> leader == null || !leader.replica().getVotersList().contains(node))
            .count();
  }

  private static Map<Integer, Leaders.GroupLeader> leaders(StoreReport report, List<Integer> groups)
      throws LoadUnknownException {
    Map<Integer, Leaders.GroupLeader> leaders = new TreeMap<>();
    for (int group : groups) {
      Leaders.GroupLeader leader =
          Leaders.of(report.nodes(), group)
              .orElseThrow(() -> new LoadUnknownException("group " + group + " has no leader now"));
      List<Integer> voters = leader.replica().getVotersList();
      if (leader.replica().getNextVotersCount() > 0 || !voters.contains(leader.node())) {
        throw new LoadUnknownException("group " + group + " changes its members");
      }
      leaders.put(group, leader);
    }
    return leaders;
  }

  /** While one is handed over both groups may name it: whoever has the higher number has it. */
  private static List<OwnedPartition> owned(StoreReport report) {
    Map<String, OwnedPartition> byName = new TreeMap<>();
    report
        .groups()
        .forEach(
            (group, told) ->
                told.partitions().stream()
                    .filter(each -> !HeldPartitions.isCopy(each))
                    .map(partition -> new OwnedPartition(group, partition))
                    .forEach(
                        owned ->
                            byName.merge(
                                owned.partition().getName(),
                                owned,
                                (one, other) ->
                                    one.partition().getMove() >= other.partition().getMove()
                                        ? one
                                        : other)));
    return byName.values().stream()
        .sorted(Comparator.comparingLong(owned -> owned.partition().getAfter()))
        .toList();
  }

  private static PartitionLoads loads(
      List<OwnedPartition> owned, List<Integer> groups, Rests.Look rests)
      throws LoadUnknownException {
    int count = owned.size();
    int[] owners = new int[count];
    long[] bytes = new long[count];
    double[] hits = new double[count];
    boolean[] sharding = new boolean[count];
    long[] restsUntil = new long[count];
    for (int p = 0; p < count; p++) {
      Partition partition = owned.get(p).partition();
      int group = owned.get(p).group();
      if (!partition.hasHits()) {
        throw new LoadUnknownException(
            "what partition "
                + partition.getName()
                + " has to do is not known yet: it came to group "
                + group
                + ", or the group got its leader, less than 20 s ago");
      }
      owners[p] = groups.indexOf(group);
      bytes[p] = partition.getBytes();
      hits[p] = LoadRules.weighted(partition.getHits());
      sharding[p] = partition.getBecomingCount() > 0;
      restsUntil[p] = rests.seen(partition.getName(), group, partition.getMove());
    }
    return new PartitionLoads(owners, bytes, hits, sharding, restsUntil);
  }

  private static List<PlannedMove> moves(
      StoreReport report,
      List<Integer> groups,
      List<GroupPlace> places,
      List<OwnedPartition> owned) {
    List<PlannedMove> moves = new ArrayList<>();
    for (int p = 0; p < owned.size(); p++) {
      int from = owned.get(p).group();
      for (Moves.Move move : Objects.requireNonNull(report.groups().get(from)).moves()) {
        int to = groups.indexOf(move.getTo());
        if (move.getPartition().equals(owned.get(p).partition().getName()) && to >= 0) {
          int source = groups.indexOf(from);
          moves.add(new PlannedMove(p, source, to, places.get(source).leader()));
        }
      }
    }
    return moves;
  }
}
