package io.zabdb.scale;

import io.zabdb.balance.BalanceRules;
import io.zabdb.balance.Balancer;
import io.zabdb.balance.load.HitMeters;
import io.zabdb.balance.load.LoadView;
import io.zabdb.balance.move.PayGuards;
import io.zabdb.balance.shard.HeatMeters;
import io.zabdb.balance.shard.ShardingRules;
import io.zabdb.balance.shard.ShardingStep;
import io.zabdb.balance.shard.SplitMergePlanner;
import io.zabdb.scale.store.CarriedPlans;
import io.zabdb.scale.store.ScaleStore;
import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A day of a store, event by event: every ten seconds the load is measured, every thirty the
 * product's planner is asked. Runs once; not thread-safe.
 */
public final class ScaleRun {

  static final long SECOND = 1_000;
  static final long HOUR = 3_600 * SECOND;
  static final long DAY = 24 * HOUR;

  /** When the scenario begins; until then what is uneven at the beginning is settled. */
  static final long BEGIN = 4 * HOUR;

  private static final long TICK = 10 * SECOND;
  private static final long ROUND = 30 * SECOND;
  private static final long MINUTE = 60 * SECOND;

  private final BalanceRules rules;
  private final Balancer balancer;
  private final ScaleLoad load;
  private final ScaleStore store;
  private final ScaleJudge judge;
  private final ScaleEvents events;
  private final HitMeters meters = new HitMeters(HitMeters.USUAL_WEIGHT);
  private final HeatMeters heat;
  private final SplitMergePlanner sharding;
  private final int[] order;
  private final double[] oneKey;
  private final CarriedPlans plans;

  /** With the product's planner. */
  public ScaleRun(ScaleOptions options) {
    this(options, BalanceRules.usual(ScaleLoad.NODE_HITS / 2), PayGuards.STANDARD);
  }

  /**
   * With another one: a mutant.
   *
   * @param rules the figures of the planner
   * @param guards those of its moves
   */
  ScaleRun(ScaleOptions options, BalanceRules rules, PayGuards guards) {
    this.rules = rules;
    balancer = new Balancer(rules, guards);
    SplittableRandom random = new SplittableRandom(options.seed());
    load = new ScaleLoad(options, random);
    int first =
        options.scenario() == ScaleScenario.GROW
            ? options.nodes() - options.nodes() / 5
            : options.nodes();
    ScaleLayout layout = new ScaleLayout(options, random);
    store = layout.store(first, rules.placement(), load.at(0));
    judge = new ScaleJudge(options, store);
    events = new ScaleEvents(options, layout, store, judge, random);
    plans = new CarriedPlans(store, rules.moves(), judge);
    ShardingRules shards = ShardingRules.usual(ScaleLoad.NODE_HITS, options.partitions());
    heat = new HeatMeters(shards);
    sharding = new SplitMergePlanner(shards);
    order = IntStream.range(0, options.partitions()).toArray();
    oneKey = new double[options.partitions()];
    Arrays.fill(oneKey, 1);
  }

  /** Runs the day. */
  public ScaleReport run() {
    for (long now = 0; now <= DAY; now += TICK) {
      plans.comeTo(now);
      events.at(now);
      tick(now);
    }
    return judge.report();
  }

  private void tick(long now) {
    double[] hits = load.at(now);
    meters.tick(hits, hits.length);
    double[] averages = meters.averages();
    heat.tick(averages, averages.length, now);
    if (now % ROUND == 0) {
      LoadView view = store.view(averages, now);
      if (now % MINUTE == 0) {
        judge.see(view, hotKeys(view));
      }
      plans.begin(balancer.round(view, ScaleLoad.FOLLOWER_SHARE), now);
      judge.limits(rules.limits());
    }
  }

  /** Partitions with a key that is too hot: one key has all of what is too much, in this store. */
  private Set<Integer> hotKeys(LoadView view) {
    return sharding.plan(heat.ring(view, order, oneKey)).stream()
        .filter(step -> step.kind() == ShardingStep.ShardingKind.HOT_KEY)
        .map(ShardingStep::partition)
        .collect(Collectors.toSet());
  }
}
