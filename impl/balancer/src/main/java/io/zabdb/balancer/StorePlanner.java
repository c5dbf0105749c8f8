package io.zabdb.balancer;

import io.zabdb.balance.Balancer;
import io.zabdb.balance.shard.RingLoads;
import io.zabdb.balance.shard.ShardingRules;
import io.zabdb.balance.shard.ShardingStep;
import io.zabdb.balance.shard.SplitMergePlanner;
import io.zabdb.client.ZabClient;
import io.zabdb.model.error.ZabException;
import java.util.List;

/**
 * Asks a store for its load and says what should be done, a round at a time. What it remembers from
 * round to round only keeps it from doing too much ({@link Rests}, {@link PartitionHeat}, {@link
 * Balancer}), or stands in for what is not told ({@link KnownHits}). Not thread-safe.
 */
public final class StorePlanner {

  private final LoadRules rules;
  private final Balancer balancer;
  private final Rests rests;
  private final KnownHits hits = new KnownHits();
  private final PartitionHeat heat = new PartitionHeat();

  public StorePlanner(LoadRules rules) {
    this.rules = rules;
    balancer = new Balancer(rules.balance());
    rests = new Rests(rules.moves().restMillis());
  }

  /**
   * Plans a round; waits for the answers of nodes.
   *
   * @param nowMillis a time that never goes back
   * @throws LoadUnknownException if not all groups have told all that matters: nothing should be
   *     begun
   * @throws ZabException if nobody tells of the store
   */
  public StorePlan plan(ZabClient client, long nowMillis) throws LoadUnknownException {
    return plan(StoreReport.gather(client), nowMillis);
  }

  StorePlan plan(StoreReport report, long nowMillis) throws LoadUnknownException {
    StoreView view = StoreView.of(report, rules, rests, hits, nowMillis);
    return new StorePlan(report, view, balancer.round(view.view()), sharding(view));
  }

  private List<ShardingStep> sharding(StoreView view) {
    ShardingRules limits = rules.sharding(view.groups().size());
    RingLoads ring = heat.look(view.view(), view.partitions(), limits);
    return rules.sharding() ? new SplitMergePlanner(limits).plan(ring) : List.of();
  }
}
