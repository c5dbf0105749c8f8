package io.zabdb.scale;

import io.zabdb.balance.BalanceRules;
import io.zabdb.balance.Balancer;
import io.zabdb.balance.Plan;
import io.zabdb.balance.group.GroupChange;
import io.zabdb.balance.load.GroupPlace;
import io.zabdb.balance.load.HitMeters;
import io.zabdb.balance.load.LoadView;
import io.zabdb.balance.load.NodeBooks;
import io.zabdb.balance.load.PlannedMove;
import io.zabdb.balance.move.LeaderTransfer;
import io.zabdb.balance.move.PayGuards;
import io.zabdb.balance.shard.HeatMeters;
import io.zabdb.balance.shard.ShardingRules;
import io.zabdb.balance.shard.ShardingStep;
import io.zabdb.balance.shard.SplitMergePlanner;
import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A day of a store, event by event: every ten seconds the load is measured, every thirty the
 * product's planner is asked; a move takes as long as its bytes take at the rate of its sender,
 * shared by those that fetch. Runs once; not thread-safe.
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
  private static final long PAUSE = 100;
  private static final double BYTES_A_MILLI = 64 * (1 << 20) / 1_000.0;

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
  private final PriorityQueue<Arrival> arrivals =
      new PriorityQueue<>(Comparator.comparingLong(Arrival::at).thenComparingLong(Arrival::order));
  private long begun;

  /** With the product's planner. */
  public ScaleRun(ScaleOptions options) {
    this(
        options,
        BalanceRules.usual(ScaleLoad.NODE_HITS / 2, ScaleLoad.FOLLOWER_SHARE),
        PayGuards.STANDARD);
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
    store = new ScaleStore(options, first, rules.placement(), load.at(0), random);
    judge = new ScaleJudge(options, store);
    events = new ScaleEvents(options, store, judge, random);
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
      while (!arrivals.isEmpty() && arrivals.peek().at() <= now) {
        arrive(arrivals.remove());
      }
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
      carryOut(balancer.round(view), now);
    }
  }

  /** Partitions with a key that is too hot: one key has all of what is too much, in this store. */
  private Set<Integer> hotKeys(LoadView view) {
    return sharding.plan(heat.ring(view, order, oneKey)).stream()
        .filter(step -> step.kind() == ShardingStep.ShardingKind.HOT_KEY)
        .map(ShardingStep::partition)
        .collect(Collectors.toSet());
  }

  private void carryOut(Plan plan, long now) {
    for (LeaderTransfer transfer : plan.transfers()) {
      if (!store.isDown(transfer.to())) {
        GroupPlace group = store.group(transfer.group());
        store.set(transfer.group(), group.ledBy(transfer.to()));
        judge.transferred(transfer);
      }
    }
    for (PlannedMove move : plan.moves()) {
      int receivers = NodeBooks.receivers(store.group(move.from()), store.group(move.to())).size();
      long millis = PAUSE + (long) (store.bytes(move.partition()) * receivers / BYTES_A_MILLI);
      store.begin(move);
      arrivals.add(new Arrival(now + millis, begun++, move, receivers));
    }
    judge.limits(rules.limits());
    plan.groups().forEach(this::change);
  }

  private void change(GroupChange change) {
    if (change instanceof GroupChange.NewGroup birth) {
      store.found(birth.members());
    } else if (change instanceof GroupChange.Replacement heir) {
      int number = store.found(heir.members());
      store.set(heir.group(), store.group(heir.group()).leavingTo(number));
    } else if (change instanceof GroupChange.StatusChange status) {
      store.set(status.group(), store.group(status.group()).with(status.status()));
    } else if (change instanceof GroupChange.NotPossible refused) {
      judge.refused(refused);
    }
  }

  private void arrive(Arrival arrival) {
    PlannedMove move = arrival.move();
    if (store.end(move, rules.moves().restsUntil(arrival.at()))) {
      judge.moved(move, arrival.receivers(), arrival.at());
    }
  }

  /** The end of a move, if nothing comes between. */
  private record Arrival(long at, long order, PlannedMove move, int receivers) {}
}
