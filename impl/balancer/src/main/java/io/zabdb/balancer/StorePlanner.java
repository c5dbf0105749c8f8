package io.zabdb.balancer;

import io.zabdb.balance.Balancer;
import io.zabdb.balance.Plan;
import io.zabdb.balance.group.GroupChange;
import io.zabdb.balance.shard.RingLoads;
import io.zabdb.balance.shard.ShardingRules;
import io.zabdb.balance.shard.ShardingStep;
import io.zabdb.balance.shard.SplitMergePlanner;
import io.zabdb.model.error.ZabException;
import java.util.List;
import java.util.Set;

/** Asks a store for its load and says what should be done, a round at a time. Not thread-safe. */
public final class StorePlanner {

  private final LoadRules rules;
  private final Balancer balancer;
  private final PlannerMemory memory;

  public StorePlanner(LoadRules rules) {
    this.rules = rules;
    balancer = new Balancer(rules.balance());
    memory = PlannerMemory.empty(rules);
  }

  /**
   * Plans a round; waits for the answers of nodes.
   *
   * @param nowMillis a time that never goes back
   * @throws LoadUnknownException if not all groups have told all that matters: nothing should be
   *     begun
   * @throws ZabException if nobody tells of the store
   */
  public StorePlan plan(StoreAccess store, long nowMillis) throws LoadUnknownException {
    StoreReport report =
        StoreReport.gather(
            store,
            others ->
                rules.groups().isOn() ? memory.strangers().toAsk(others, nowMillis) : Set.of());
    memory.strangers().answered(report.nodes().keySet());
    return plan(report, nowMillis);
  }

  StorePlan plan(StoreReport report, long nowMillis) throws LoadUnknownException {
    StoreView view = StoreView.of(report, rules, memory, nowMillis);
    Plan plan = balancer.round(view.view(), view.followerShare());
    List<GroupChange> groups =
        rules.groups().isOn()
            ? new GroupPlans(report, view, rules.groups(), memory.fates()).of(plan.groups())
            : List.of();
    return new StorePlan(
        report,
        view,
        new Plan(plan.transfers(), plan.moves(), groups, plan.stuck()),
        sharding(view),
        idle(report, nowMillis));
  }

  private List<DismissalIntent> idle(StoreReport report, long nowMillis) {
    GroupRules groups = rules.groups();
    return groups.isOn()
        ? memory.learners().look(report, groups.placement().deadMillis(), nowMillis)
        : List.of();
  }

  private List<ShardingStep> sharding(StoreView view) {
    ShardingRules limits = rules.sharding(view.groups().size());
    RingLoads ring = memory.heat().look(view.view(), view.partitions(), limits);
    return rules.partitions().isOn() ? new SplitMergePlanner(limits).plan(ring) : List.of();
  }
}
