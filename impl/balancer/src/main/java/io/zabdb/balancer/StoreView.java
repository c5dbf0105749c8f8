package io.zabdb.balancer;

import io.zabdb.balance.load.GroupPlace;
import io.zabdb.balance.load.GroupStatus;
import io.zabdb.balance.load.LoadView;
import io.zabdb.balance.load.NodeLife;
import io.zabdb.balance.load.NodePlace;
import io.zabdb.balance.load.PartitionLoads;
import io.zabdb.balance.load.PlannedMove;
import io.zabdb.rpc.wire.Moves;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.Partitions.Partition;
import java.util.ArrayList;
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
 */
record StoreView(
    LoadView view, List<Integer> nodes, List<Integer> groups, List<OwnedPartition> partitions) {

  /** A partition, and the group that has it. */
  record OwnedPartition(int group, Partition partition) {}

  /**
   * The view of a report.
   *
   * @throws LoadUnknownException if a group has no leader or changes its members, or what a
   *     partition has to do is not known yet
   */
  static StoreView of(
      StoreReport report, LoadRules rules, Rests rests, KnownHits hits, long nowMillis)
      throws LoadUnknownException {
    List<Integer> groups = List.copyOf(report.groups().keySet());
    Map<Integer, Leaders.GroupLeader> leaders = leaders(report, groups);
    TreeSet<Integer> members = new TreeSet<>();
    leaders.values().forEach(leader -> members.addAll(leader.replica().getVotersList()));
    List<Integer> nodes = List.copyOf(members);
    List<GroupPlace> places = new ArrayList<>();
    for (int group : groups) {
      Leaders.GroupLeader leader = Objects.requireNonNull(leaders.get(group));
      places.add(
          new GroupPlace(
              leader.replica().getVotersList().stream().map(nodes::indexOf).toList(),
              nodes.indexOf(leader.node()),
              GroupStatus.MEMBER,
              true,
              GroupPlace.NO_HEIR));
    }
    List<OwnedPartition> owned = hits.complete(owned(report), nowMillis);
    PartitionLoads loads = loads(owned, groups, rests.look(nowMillis));
    return new StoreView(
        new LoadView(
            nodes.stream().map(node -> place(report, node, rules, nowMillis)).toList(),
            places,
            loads,
            moves(report, groups, places, owned),
            nowMillis),
        nodes,
        groups,
        owned);
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

  /** A node that says nothing counts for nothing, so what it could do does not matter. */
  private static NodePlace place(StoreReport report, int node, LoadRules rules, long nowMillis) {
    NodeStatus status = report.nodes().get(node);
    if (status == null) {
      return new NodePlace("", "", 1, rules.nodeHits(), NodeLife.AWAY, nowMillis);
    }
    long stored =
        status.getReplicasList().stream().mapToLong(NodeStatus.Replica::getSizeBytes).sum();
    return new NodePlace(
        "",
        "",
        Math.max(1, stored + status.getDiskFreeBytes()),
        rules.nodeHits(),
        NodeLife.STAYS,
        nowMillis - status.getUptimeMillis());
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
