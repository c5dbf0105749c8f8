package io.zabdb.balance;

import io.zabdb.balance.group.GroupChange;
import io.zabdb.balance.group.GroupPlanner;
import io.zabdb.balance.load.GroupBooks;
import io.zabdb.balance.load.GroupLayout;
import io.zabdb.balance.load.GroupPlace;
import io.zabdb.balance.load.LoadView;
import io.zabdb.balance.move.LeaderSpread;
import io.zabdb.balance.move.LeaderTransfer;
import io.zabdb.balance.move.PayGuards;
import io.zabdb.balance.move.Rebalance;
import io.zabdb.balance.plan.BootstrapGuards;
import io.zabdb.balance.plan.BootstrapPlanner;
import io.zabdb.balance.plan.BootstrapStep;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A round of planning. First leaderships, which cost no bytes; then partitions: those of groups
 * that leave all to an heir, so that all groups are whole again, those of groups on their way in or
 * out, and those of nodes that have too much to do; then groups. Nodes have their limits over all
 * of it. What its parts remember is said there; none of it is needed, so another balancer, or a
 * second one, does no harm. Not thread-safe.
 */
public final class Balancer {

  private final BalanceRules rules;
  private final PayGuards guards;
  private final LeaderSpread leaders;
  private final Rebalance rebalance;
  private final BootstrapPlanner bootstrap;
  private final GroupPlanner groups;

  public Balancer(BalanceRules rules) {
    this(rules, PayGuards.STANDARD);
  }

  /**
   * @param guards {@link PayGuards#STANDARD}, but for mutants
   */
  public Balancer(BalanceRules rules, PayGuards guards) {
    this.rules = rules;
    this.guards = guards;
    leaders = new LeaderSpread(rules.moves(), guards);
    rebalance = new Rebalance(rules.moves(), guards);
    bootstrap = new BootstrapPlanner(rules.bootstrap(), BootstrapGuards.STANDARD);
    groups = new GroupPlanner(rules.placement(), rules.moves());
  }

  /**
   * What should be begun, by what is known now.
   *
   * @param followerShare what a follower has to do for a hit, where its leader does 1: 0 to 1
   */
  public Plan round(LoadView view, double followerShare) {
    GroupBooks books = guards.books(view, rules.limits(), followerShare);
    GroupLayout layout = new GroupLayout(view);
    List<LeaderTransfer> transfers = leaders.plan(books, layout);
    groups.drain(books, layout);
    List<GroupChange> changes = new ArrayList<>(proceed(books));
    List<Integer> stuck = rebalance.plan(books, layout, ends(transfers));
    changes.addAll(groups.plan(books, layout));
    return new Plan(transfers, books.moves().planned(), changes, stuck);
  }

  private static Set<Integer> ends(List<LeaderTransfer> transfers) {
    Set<Integer> ends = new HashSet<>();
    for (LeaderTransfer transfer : transfers) {
      ends.add(transfer.from());
      ends.add(transfer.to());
    }
    return ends;
  }

  /** Steps of groups on their way; one that gets another status has no more in this round. */
  private List<GroupChange> proceed(GroupBooks books) {
    List<GroupChange> changes = new ArrayList<>();
    Set<Integer> changed = new HashSet<>();
    while (true) {
      Optional<BootstrapStep> next =
          bootstrap.proceed(books).filter(step -> !changed.contains(step.group())).findFirst();
      if (next.isEmpty()) {
        return changes;
      }
      BootstrapStep step = next.get();
      GroupPlace after = bootstrap.take(books, step);
      if (after.status() != books.group(step.group()).status()) {
        changed.add(step.group());
        changes.add(new GroupChange.StatusChange(step.group(), after.status()));
      }
    }
  }
}
