package io.zabdb.scale.store;

import io.zabdb.balance.group.PlacementRules;
import io.zabdb.balance.load.GroupPlace;
import io.zabdb.balance.load.GroupStatus;
import io.zabdb.balance.load.LoadView;
import io.zabdb.balance.load.NodePlace;
import io.zabdb.balance.load.PartitionLoads;
import io.zabdb.balance.load.PlannedMove;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** A store whose nodes are capacities. Not thread-safe. */
public final class ScaleStore {

  private static final long UP = Long.MAX_VALUE;

  private final PlacementRules rules;
  private final List<NodePlace> nodes = new ArrayList<>();
  private final List<Long> downSince = new ArrayList<>();
  private final Set<Integer> leaving = new HashSet<>();
  private final List<GroupPlace> groups;
  private final int[] owners;
  private final long[] bytes;
  private final long[] restsUntil;
  private final Set<PlannedMove> moves = new LinkedHashSet<>();

  /**
   * A store without a node; they {@link #join}.
   *
   * @param rules say when a node is dead
   * @param groups those that there are, by their numbers
   * @param owners the group of each partition
   * @param bytes the size of each partition at one replica
   */
  public ScaleStore(PlacementRules rules, List<GroupPlace> groups, int[] owners, long[] bytes) {
    this.rules = rules;
    this.groups = new ArrayList<>(groups);
    this.owners = owners.clone();
    this.bytes = bytes.clone();
    restsUntil = new long[bytes.length];
  }

  /** Bytes of all replicas. */
  public double stored() {
    return IntStream.range(0, nodes.size()).mapToDouble(this::storedAt).sum();
  }

  public int nodes() {
    return nodes.size();
  }

  public GroupPlace group(int number) {
    return groups.get(number);
  }

  public int partitions() {
    return owners.length;
  }

  public int groups() {
    return groups.size();
  }

  public int owner(int partition) {
    return owners[partition];
  }

  public long bytes(int partition) {
    return bytes[partition];
  }

  /** Bytes at a node. */
  public double storedAt(int node) {
    double sum = 0;
    for (int p = 0; p < owners.length; p++) {
      sum += groups.get(owners[p]).members().contains(node) ? bytes[p] : 0;
    }
    return sum;
  }

  /** Whether a group that is not out has a node. */
  public boolean hasGroups(int node) {
    return groups.stream()
        .anyMatch(group -> group.status() != GroupStatus.OUT && group.members().contains(node));
  }

  /** All that a planner may know. */
  public LoadView view(double[] hits, long now) {
    List<NodePlace> places = new ArrayList<>();
    for (int node = 0; node < nodes.size(); node++) {
      long away = Math.max(0, now - downSince.get(node));
      places.add(nodes.get(node).with(rules.life(leaving.contains(node), away)));
    }
    PartitionLoads partitions =
        new PartitionLoads(owners, bytes, hits, new boolean[owners.length], restsUntil);
    return new LoadView(places, groups, partitions, List.copyOf(moves), now);
  }

  public boolean isDown(int node) {
    return downSince.get(node) != UP;
  }

  // -- what happens to nodes

  /** Another one: its number is the next. */
  public void join(NodePlace node) {
    nodes.add(node);
    downSince.add(UP);
  }

  public void leave(int node) {
    leaving.add(node);
  }

  /** Power is lost for good: others lead, where there is a quorum. What it sent is sent no more. */
  public void lose(int node, long now) {
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
  public Set<PlannedMove> moves() {
    return moves;
  }
}
