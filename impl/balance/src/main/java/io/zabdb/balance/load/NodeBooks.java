package io.zabdb.balance.load;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What each node has to do and to store, and what it will when the moves on their way are done.
 * Kept up during a round of planning: a move that is planned counts at once. A group that leaves to
 * an heir counts as if it had already. Not thread-safe.
 */
public final class NodeBooks {

  private final LoadView view;
  private final double followerShare;
  private final double[] requests;
  private final double[] bytes;
  private final int[] leaders;

  private NodeBooks(LoadView view, double followerShare) {
    if (!(followerShare >= 0) || followerShare > 1) {
      throw new IllegalArgumentException("follower share " + followerShare + " is not in 0 to 1");
    }
    this.view = view;
    this.followerShare = followerShare;
    int nodes = view.nodes().size();
    requests = new double[nodes];
    bytes = new double[nodes];
    leaders = view.groups().stream().mapToInt(GroupPlace::leader).toArray();
  }

  /** Loads as they are at present. */
  public static NodeBooks settled(LoadView view, double followerShare) {
    NodeBooks books = new NodeBooks(view, followerShare);
    books.addOwned(false);
    return books;
  }

  /**
   * Loads as they will be.
   *
   * @param followerShare what a follower has to do for a hit, where its leader does 1: 0 to 1
   * @throws IllegalArgumentException if it had more to do than a leader
   */
  public static NodeBooks expected(LoadView view, double followerShare) {
    NodeBooks books = new NodeBooks(view, followerShare);
    books.addOwned(true);
    view.moves().stream()
        .filter(move -> books.heirOf(move.from()) != move.to())
        .forEach(move -> books.started(move.partition(), books.heirOf(move.from()), move.to()));
    return books;
  }

  private int heirOf(int group) {
    GroupPlace place = view.groups().get(group);
    return place.hasHeir() ? place.heir() : group;
  }

  /** By groups, since there are few of them: a pass over the partitions, and one over members. */
  private void addOwned(boolean withHeirs) {
    int groups = view.groups().size();
    double[] groupHits = new double[groups];
    double[] groupBytes = new double[groups];
    PartitionLoads partitions = view.partitions();
    for (int p = 0; p < partitions.count(); p++) {
      int owner = withHeirs ? heirOf(partitions.owner(p)) : partitions.owner(p);
      groupHits[owner] += partitions.hits(p);
      groupBytes[owner] += partitions.bytes(p);
    }
    for (int g = 0; g < groups; g++) {
      add(g, groupHits[g], groupBytes[g]);
    }
  }

  private void add(int group, double hits, double stored) {
    for (int node : view.groups().get(group).members()) {
      requests[node] += node == leaders[group] ? hits : hits * followerShare;
      bytes[node] += stored;
    }
  }

  /** A partition is on its way from one group to another. */
  public void started(int partition, int from, int to) {
    double hits = view.partitions().hits(partition);
    long stored = view.partitions().bytes(partition);
    add(from, -hits, -stored);
    add(to, hits, stored);
  }

  /**
   * A replica is to be made at a node: a follower, to begin with.
   *
   * @param hits of its leader
   */
  public void promised(int node, double hits, double stored) {
    requests[node] += hits * followerShare;
    bytes[node] += stored;
  }

  /** Another member of a group leads it, with so many hits a second. */
  public void handedOver(int group, int leader, double hits) {
    add(group, -hits, 0);
    leaders[group] = leader;
    add(group, hits, 0);
  }

  /** Who leads a group. */
  public int leader(int group) {
    return leaders[group];
  }

  /** The load of a node as a share of what it can do; 1 is all of it. */
  public double load(LoadKind kind, int node) {
    NodePlace place = view.nodes().get(node);
    return kind == LoadKind.REQUESTS
        ? requests[node] / place.requests()
        : bytes[node] / place.bytes();
  }

  /** The higher of both loads. */
  public double load(int node) {
    return Math.max(load(LoadKind.REQUESTS, node), load(LoadKind.BYTES, node));
  }

  /** What leading so many hits makes of a node's load, beyond following. */
  public double lead(int node, double hits) {
    return hits * (1 - followerShare) / view.nodes().get(node).requests();
  }

  /** What a partition makes of a node's load, as a leader or as a follower. */
  public double share(LoadKind kind, int partition, int node, boolean leads) {
    NodePlace place = view.nodes().get(node);
    if (kind == LoadKind.BYTES) {
      return (double) view.partitions().bytes(partition) / place.bytes();
    }
    return view.partitions().hits(partition) * (leads ? 1 : followerShare) / place.requests();
  }

  /** What a follower has to do for a hit, where its leader does 1. */
  public double followerShare() {
    return followerShare;
  }

  /** The nodes that stay. */
  public IntStream staying() {
    return IntStream.range(0, view.nodes().size()).filter(node -> view.nodes().get(node).stays());
  }

  /** The mean load of the nodes that stay. */
  public double mean(LoadKind kind) {
    return staying().mapToDouble(node -> load(kind, node)).average().orElse(0);
  }

  /** The nodes that stay, from the most loaded to the least; equals in order of their numbers. */
  public List<Integer> hottestFirst(LoadKind kind) {
    Comparator<Integer> order = Comparator.comparingDouble(node -> -load(kind, node));
    return staying().boxed().sorted(order).toList();
  }

  /** The nodes that get files in a move between groups: those of one that are not of the other. */
  public static Set<Integer> receivers(GroupPlace from, GroupPlace to) {
    Set<Integer> receivers = new HashSet<>(to.members());
    from.members().forEach(receivers::remove);
    return receivers;
  }
}
