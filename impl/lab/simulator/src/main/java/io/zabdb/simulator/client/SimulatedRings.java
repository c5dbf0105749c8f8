package io.zabdb.simulator.client;

import io.zabdb.client.ring.RingSource;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.World;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The configuration manager as a client sees it: it knows what it was told, which may be old; at
 * times it is away, or names anybody as a leader. Of members it knows those that founded a group
 * and none that came later, as if it had been restored from a backup: clients get along with that.
 * Not thread-safe.
 */
public final class SimulatedRings {

  private static final long ANSWER_MICROS = 3_000;

  /** A node says that it leads a group. */
  private record Report(GroupConfig group, int node, long epoch) {}

  private final World world;
  private final SeededRandom random;
  private final List<Consumer<ClusterState>> listeners = new ArrayList<>();
  private final SortedMap<Integer, GroupInfo> kept = new TreeMap<>();

  /** The last report of the leader of each group that did not come. */
  private final SortedMap<Integer, Report> lost = new TreeMap<>();

  private ClusterState state;
  private int away;
  private int stale;
  private int lying;

  public SimulatedRings(World world, ClusterState state) {
    this.world = world;
    this.state = state;
    random = world.random("rings");
  }

  /** Begins ({@code change} 1) or ends (-1) a time in which nobody reaches it. */
  public void away(int change) {
    away += change;
    tellKept();
  }

  /** Begins or ends a time in which it learns nothing. */
  public void stale(int change) {
    stale += change;
    tellKept();
  }

  /** Begins or ends a time in which it names anybody as a leader. */
  public void lie(int change) {
    lying += change;
  }

  public void heal() {
    away = 0;
    stale = 0;
    lying = 0;
    tellKept();
    // As LeaderReports do: only who leads knows where a group is whose founders have all left.
    lost.values().forEach(report -> leads(report.group, report.node, report.epoch));
    lost.clear();
  }

  /** A node has a replica of a group that was born, and makes that known as soon as it can. */
  public void keep(GroupConfig group) {
    kept.put(group.id(), new GroupInfo(group.id(), group.nodes(), -1, 0));
    tellKept();
  }

  private void tellKept() {
    Set<Integer> known = state.groups().stream().map(GroupInfo::id).collect(Collectors.toSet());
    if (away == 0 && stale == 0 && !known.containsAll(kept.keySet())) {
      List<GroupInfo> groups = new ArrayList<>(state.groups());
      kept.values().stream().filter(group -> !known.contains(group.id())).forEach(groups::add);
      tell(groups);
    }
  }

  private void tell(List<GroupInfo> groups) {
    groups.sort(Comparator.comparingInt(GroupInfo::id));
    state =
        new ClusterState(state.cluster(), state.families(), state.ring(), groups, state.nodes());
    listeners.forEach(each -> world.time().after(ANSWER_MICROS, () -> each.accept(told())));
  }

  /** A node reports that it leads a group, which may have been born since. */
  public void leads(GroupConfig group, int node, long epoch) {
    if (away > 0 || stale > 0) {
      world.counts().add("rings: news lost");
      lost.put(group.id(), new Report(group, node, epoch));
      return;
    }
    List<GroupInfo> groups = new ArrayList<>(state.groups());
    GroupInfo known =
        groups.stream()
            .filter(each -> each.id() == group.id())
            .findFirst()
            .orElse(new GroupInfo(group.id(), group.nodes(), -1, 0));
    if (known.epoch() < epoch) {
      groups.removeIf(each -> each.id() == group.id());
      groups.add(known.withLeader(node, epoch));
      tell(groups);
    }
  }

  private CompletableFuture<ClusterState> fetch() {
    CompletableFuture<ClusterState> answer = new CompletableFuture<>();
    world
        .time()
        .after(
            ANSWER_MICROS,
            () -> {
              if (away > 0) {
                world.counts().add("rings: away");
                answer.completeExceptionally(SimulatedConnector.unreachable("rings are away"));
              } else {
                answer.complete(told());
              }
            });
    return answer;
  }

  private ClusterState told() {
    if (lying == 0) {
      return state;
    }
    world.counts().add("rings: a lie was told");
    List<GroupInfo> groups =
        state.groups().stream()
            .map(group -> group.withLeader(random.below(world.nodes()), group.epoch() + 1))
            .toList();
    return new ClusterState(state.cluster(), state.families(), state.ring(), groups, state.nodes());
  }

  /** For a client. */
  public RingSource open() {
    return new RingSource() {
      @Override
      public CompletableFuture<ClusterState> fetch() {
        return SimulatedRings.this.fetch();
      }

      @Override
      public void watch(Consumer<ClusterState> listener) {
        listeners.add(listener);
      }

      @Override
      public void close() {}
    };
  }
}
