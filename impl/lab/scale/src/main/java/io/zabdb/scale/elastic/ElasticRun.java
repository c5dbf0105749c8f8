package io.zabdb.scale.elastic;

import io.zabdb.balance.BalanceRules;
import io.zabdb.balance.Balancer;
import io.zabdb.balance.group.PlacementRules;
import io.zabdb.balance.load.GroupPlace;
import io.zabdb.balance.load.GroupStatus;
import io.zabdb.balance.load.HitMeters;
import io.zabdb.balance.load.LoadView;
import io.zabdb.balance.load.MoveLimits;
import io.zabdb.balance.load.NodeLife;
import io.zabdb.balance.load.NodePlace;
import io.zabdb.balance.move.MoveRules;
import io.zabdb.balance.plan.BootstrapRules;
import io.zabdb.scale.elastic.PartitionedLoad.LoadedPart;
import io.zabdb.scale.store.CarriedPlans;
import io.zabdb.scale.store.ScaleStore;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A store that grows node by node under the product's planner (ElasCass, section 5.2). Half of what
 * its nodes can do is asked of them all the time. The next node comes when nothing has moved for a
 * quarter of an hour more than what has moved rests: then nothing moves any more. Runs once; not
 * thread-safe.
 */
public final class ElasticRun {

  private static final long TICK = 10_000;
  private static final long ROUND = 30_000;
  private static final long STILL = 15 * 60_000;
  private static final long DAY = 24 * 3_600_000;
  private static final double USED = 0.5;

  /** Of a disk, when the first nodes have all that there is. */
  private static final double FULL = 0.6;

  private final ElasticSettings settings;
  private final OperationMix mix;
  private final double[] shares;
  private final BalanceRules rules;
  private final Balancer balancer;
  private final HitMeters meters = new HitMeters(HitMeters.USUAL_WEIGHT);
  private final ScaleStore store;
  private final GrowthWatch watch;
  private final CarriedPlans plans;
  private long now;

  /**
   * @param parts the store's partitions
   */
  public ElasticRun(
      ElasticSettings settings, List<LoadedPart> parts, KeyLoad keys, OperationMix mix) {
    this(settings, parts, keys, mix, MoveRules.USUAL);
  }

  /**
   * With other rules: a mutant.
   *
   * @param moves when it pays to move something
   */
  ElasticRun(
      ElasticSettings settings,
      List<LoadedPart> parts,
      KeyLoad keys,
      OperationMix mix,
      MoveRules moves) {
    this.settings = settings;
    this.mix = mix;
    shares = parts.stream().mapToDouble(each -> keys.share(each.part())).toArray();
    PlacementRules usual = PlacementRules.USUAL;
    PlacementRules placement =
        new PlacementRules(
            settings.replicas(),
            usual.groupsPerNode(),
            usual.mostGroups(),
            usual.scatterWidth(),
            usual.deadMillis(),
            false);
    rules =
        new BalanceRules(
            moves,
            MoveLimits.USUAL,
            placement,
            BootstrapRules.usual(OperationMix.NODE_WORK * USED));
    balancer = new Balancer(rules);
    store = first(parts, placement);
    watch = new GrowthWatch(store);
    plans = new CarriedPlans(store, moves, watch);
  }

  /** As many groups as a node is given, of the same nodes, each node a leader of its share. */
  private ScaleStore first(List<LoadedPart> parts, PlacementRules placement) {
    List<Integer> members = IntStream.range(0, settings.replicas()).boxed().toList();
    int count = placement.groupsPerNode();
    List<GroupPlace> groups = new ArrayList<>();
    for (int g = 0; g < count; g++) {
      groups.add(GroupPlace.of(members, GroupStatus.MEMBER).ledBy(g % members.size()));
    }
    ScaleStore first =
        new ScaleStore(
            placement,
            groups,
            IntStream.range(0, parts.size()).map(p -> p % count).toArray(),
            parts.stream().mapToLong(each -> (long) each.bytes()).toArray());
    members.forEach(n -> first.join(node(-DAY)));
    return first;
  }

  private NodePlace node(long joinedMillis) {
    return new NodePlace(
        "",
        "",
        (long) (settings.bytes() / FULL),
        OperationMix.NODE_WORK,
        NodePlace.ANY_SEATS,
        NodeLife.STAYS,
        joinedMillis);
  }

  /** Grows from as many nodes as there are replicas; a step for each node that comes. */
  public List<GrowthStep> run() {
    settle();
    List<GrowthStep> steps = new ArrayList<>();
    while (store.nodes() < settings.mostNodes()) {
      // Each comes when a round is just over, so that all wait as long for the next.
      while (now % ROUND != 0) {
        pass();
      }
      store.join(node(now));
      watch.joined(now);
      boolean settled = settle();
      steps.add(watch.step(settled, work()));
    }
    return steps;
  }

  /** Whether nothing moves any more; waits a day for it. */
  private boolean settle() {
    long began = now;
    long moved = now;
    while (now - moved < rules.moves().restMillis() + STILL) {
      if (now - began >= DAY) {
        return false;
      }
      pass();
      if (!store.moves().isEmpty()) {
        moved = now;
      }
    }
    return true;
  }

  private void pass() {
    now += TICK;
    plans.comeTo(now);
    double operations = mix.operations(USED, store.nodes(), settings.replicas());
    double[] hits = new double[shares.length];
    for (int p = 0; p < hits.length; p++) {
      hits[p] = operations * mix.lead() * shares[p];
    }
    meters.tick(hits, hits.length);
    if (now % ROUND == 0) {
      LoadView view = store.view(meters.averages(), now);
      plans.begin(balancer.round(view, mix.follow() / mix.lead()), now);
    }
  }

  private double[] work() {
    double[] work = new double[store.nodes()];
    for (int p = 0; p < shares.length; p++) {
      GroupPlace group = store.group(store.owner(p));
      for (int node : group.members()) {
        work[node] += shares[p] * (node == group.leader() ? mix.lead() : mix.follow());
      }
    }
    return work;
  }
}
