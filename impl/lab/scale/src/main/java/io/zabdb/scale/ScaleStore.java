package io.zabdb.scale;

import io.zabdb.balance.group.PlacementRules;
import io.zabdb.balance.load.GroupPlace;
import io.zabdb.balance.load.GroupStatus;
import io.zabdb.balance.load.LoadView;
import io.zabdb.balance.load.NodePlace;
import io.zabdb.balance.load.PartitionLoads;
import io.zabdb.balance.load.PlannedMove;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** A store whose nodes are capacities. Not thread-safe. */
final class ScaleStore {

  private static final long GIB = 1L << 30;
  private static final double FULL = 0.6;
  private static final long LONG_AGO = -3_600_000;
  private static final long UP = Long.MAX_VALUE;

  private final PlacementRules rules;
  private final long disk;
  private final List<NodePlace> nodes = new ArrayList<>();
  private final List<Long> downSince = new ArrayList<>();
  private final Set<Integer> leaving = new HashSet<>();
  private final List<GroupPlace> groups;
  private final int[] owners;
  private final long[] bytes;
  private final long[] restsUntil;
  private final Set<PlannedMove> moves = new LinkedHashSet<>();

  /**
   * @param first how many nodes there are at the beginning
   */
  ScaleStore(
      ScaleOptions options,
      int first,
      PlacementRules rules,
      double[] hits,
      SplittableRandom random) {
    this.rules = rules;
    bytes = new long[options.partitions()];
    for (int p = 0; p < bytes.length; p++) {
      bytes[p] = (long) (GIB * (0.5 + random.nextDouble()));
    }
    disk = (long) (stored() / options.nodes() / FULL);
    groups = ScaleLayout.groups(first);
    owners = ScaleLayout.owners(groups.size(), hits, bytes);
    restsUntil = new long[bytes.length];
    for (int node = 0; node < first; node++) {
      join(LONG_AGO);
    }
  }

  /** Bytes of all replicas. */
  double stored() {
    return (double) ScaleLayout.GROUP_SIZE * Arrays.stream(bytes).sum();
  }

  int nodes() {
    return nodes.size();
  }

  GroupPlace group(int number) {
    return groups.get(number);
  }

  int groups() {
    return groups.size();
  }

  int owner(int partition) {
    return owners[partition];
  }

  long bytes(int partition) {
    return bytes[partition];
  }

  /** Bytes at a node. */
  double storedAt(int node) {
    double sum = 0;
    for (int p = 0; p < owners.length; p++) {
      sum += groups.get(owners[p]).members().contains(node) ? bytes[p] : 0;
    }
    return sum;
  }

  /** Whether a group that is not out has a node. */
  boolean hasGroups(int node) {
    return groups.stream()
        .anyMatch(group -> group.status() != GroupStatus.OUT && group.members().contains(node));
  }

  /** All that a planner may know. */
  LoadView view(double[] hits, long now) {
    List<NodePlace> places = new ArrayList<>();
    for (int node = 0; node < nodes.size(); node++) {
      long away = Math.max(0, now - downSince.get(node));
      places.add(nodes.get(node).with(rules.life(leaving.contains(node), away)));
    }
    PartitionLoads partitions =
        new PartitionLoads(owners, bytes, hits, new boolean[owners.length], restsUntil);
    return new LoadView(places, groups, partitions, List.copyOf(moves), now);
  }

  boolean isDown(int node) {
    return downSince.get(node) != UP;
  }

  // -- what happens to nodes

  void join(long now) {
    nodes.add(ScaleLayout.node(nodes.size(), disk, now));
    downSince.add(UP);
  }

  void leave(int node) {
    leaving.add(node);
  }

  /** Power is lost for good: others lead, where there is a quorum. What it sent is sent no more. */
  void lose(int node, long now) {
    downSince.set(node, now);
    for (int g = 0; g < groups.size(); g++) {
      GroupPlace group = groups.get(g);
      if (group.members().contains(node)) {
        List<Integer> live =
            group.members().stream().filter(each -> downSince.get(each) == UP).toList();
        boolean up = live.size() * 2 > group.members().size();
        groups.set(
            g, (live.contains(group.leader()) || !up ? group : group.ledBy(live.get(0))).up(up));
      }
    }
    moves.removeIf(
        move -> move.sender() == node || !group(move.from()).up() || !group(move.to()).up());
  }

  // -- what the planner wants

  int found(List<Integer> members) {
    groups.add(GroupPlace.of(members, GroupStatus.MEMBER));
    return groups.size() - 1;
  }

  void set(int number, GroupPlace group) {
    groups.set(number, group);
  }

  void begin(PlannedMove move) {
    moves.add(move);
  }

  /** Whether the move was still under way. */
  boolean end(PlannedMove move, long restUntil) {
    if (!moves.remove(move)) {
      return false;
    }
    owners[move.partition()] = move.to();
    restsUntil[move.partition()] = restUntil;
    return true;
  }

  /** Those under way. */
  Set<PlannedMove> moves() {
    return moves;
  }
}
