package io.zabdb.balance;

import io.zabdb.balance.load.GroupPlace;
import io.zabdb.balance.load.GroupStatus;
import io.zabdb.balance.load.LoadView;
import io.zabdb.balance.load.NodeLife;
import io.zabdb.balance.load.NodePlace;
import io.zabdb.balance.load.PartitionLoads;
import io.zabdb.balance.load.PlannedMove;
import java.util.ArrayList;
import java.util.List;

/** Small stores for tests. Not thread-safe. */
public final class Stores {

  /** What a node of tests can store. */
  public static final long DISK = 1_000_000;

  private final List<NodePlace> nodes = new ArrayList<>();
  private final List<GroupPlace> groups = new ArrayList<>();
  private final List<Integer> owners = new ArrayList<>();
  private final List<Long> bytes = new ArrayList<>();
  private final List<Double> hits = new ArrayList<>();
  private final List<Boolean> sharding = new ArrayList<>();
  private final List<Long> rests = new ArrayList<>();
  private final List<PlannedMove> moves = new ArrayList<>();

  /** A node that can serve 1000 requests a second, joined at time 0. */
  public Stores node(String zone) {
    return node(zone, NodePlace.ANY_SEATS);
  }

  /** The same, with room for so many groups. */
  public Stores node(String zone, int seats) {
    return node(zone, seats, 0);
  }

  /** The same, that joined at some time. */
  public Stores node(String zone, int seats, long joined) {
    nodes.add(new NodePlace(zone, "r" + nodes.size(), DISK, 1_000, seats, NodeLife.STAYS, joined));
    return this;
  }

  public Stores nodes(int count) {
    for (int i = 0; i < count; i++) {
      node("z" + i % 3);
    }
    return this;
  }

  public Stores fate(int node, NodeLife life) {
    nodes.set(node, nodes.get(node).with(life));
    return this;
  }

  public Stores group(GroupStatus status, Integer... members) {
    groups.add(GroupPlace.of(List.of(members), status));
    return this;
  }

  public Stores group(GroupPlace group) {
    groups.add(group);
    return this;
  }

  public Stores replace(int number, GroupPlace group) {
    groups.set(number, group);
    return this;
  }

  /** A partition of 1000 bytes for each number of hits. */
  public Stores partitions(int owner, double... each) {
    for (double hit : each) {
      partition(owner, 1_000, hit);
    }
    return this;
  }

  public Stores partition(int owner, long size, double hit) {
    owners.add(owner);
    bytes.add(size);
    hits.add(hit);
    sharding.add(false);
    rests.add(0L);
    return this;
  }

  public Stores sharding(int partition) {
    sharding.set(partition, true);
    return this;
  }

  public Stores rests(int partition, long until) {
    rests.set(partition, until);
    return this;
  }

  public Stores moving(int partition, int to) {
    return moving(partition, to, groups.get(owners.get(partition)).leader());
  }

  public Stores moving(int partition, int to, int sender) {
    moves.add(new PlannedMove(partition, owners.get(partition), to, sender));
    return this;
  }

  public LoadView view(long now) {
    boolean[] busy = new boolean[sharding.size()];
    for (int p = 0; p < busy.length; p++) {
      busy[p] = sharding.get(p);
    }
    return new LoadView(
        nodes,
        groups,
        new PartitionLoads(
            owners.stream().mapToInt(owner -> owner).toArray(),
            bytes.stream().mapToLong(size -> size).toArray(),
            hits.stream().mapToDouble(hit -> hit).toArray(),
            busy,
            rests.stream().mapToLong(until -> until).toArray()),
        moves,
        now);
  }
}
