package io.zabdb.balance.move;

import io.zabdb.balance.load.GroupBooks;
import io.zabdb.balance.load.GroupLayout;
import io.zabdb.balance.load.LoadKind;
import io.zabdb.balance.load.NodeBooks;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Where a hot node has nobody to hand a leadership over to, since all that could take one would be
 * as hot: one of those hands on another one first, to a third node. What it makes way for follows
 * in a later round, when it pays by itself. For one round; not thread-safe.
 */
final class LeaderRelay {

  private final MoveRules rules;
  private final PayGuards guards;
  private final GroupBooks books;
  private final NodeBooks nodes;
  private final GroupLayout layout;
  private final IntPredicate mayTakePart;

  /**
   * @param mayTakePart whether a node may give or take a leadership now
   */
  LeaderRelay(
      MoveRules rules,
      PayGuards guards,
      GroupBooks books,
      GroupLayout layout,
      IntPredicate mayTakePart) {
    this.rules = rules;
    this.guards = guards;
    this.books = books;
    nodes = books.nodes();
    this.layout = layout;
    this.mayTakePart = mayTakePart;
  }

  /** The groups that a node leads and could hand over: not those as good as gone. */
  static IntStream led(GroupBooks books, GroupLayout layout, int node) {
    return layout
        .groupsOf(node)
        .filter(group -> books.nodes().leader(group) == node)
        .filter(group -> books.group(group).up() && !books.group(group).hasHeir());
  }

  /**
   * The transfer that makes way for a node that has clearly more to do than the mean. After both,
   * all three nodes have clearly less to do than the first has now; of those, the one after which
   * the hottest of the three is coolest.
   */
  Optional<LeaderTransfer> wayFor(int hot, double mean) {
    double load = nodes.load(LoadKind.REQUESTS, hot);
    if (!guards.isFar(rules, rules.payPercent(), load, mean)) {
      return Optional.empty();
    }
    Best best = new Best(load);
    led(books, layout, hot)
        .forEach(
            group ->
                takers(group, hot)
                    .forEach(middle -> look(best, hot, middle, books.expectedLoad(group))));
    return Optional.ofNullable(best.found);
  }

  private IntStream takers(int group, int from) {
    return layout.members(group).filter(node -> node != from && mayTakePart.test(node));
  }

  /** What the middle one could hand on, if it got so many hits of the hot one. */
  private void look(Best best, int hot, int middle, double hits) {
    double relieved = nodes.load(LoadKind.REQUESTS, hot) - nodes.lead(hot, hits);
    double burdened = nodes.load(LoadKind.REQUESTS, middle) + nodes.lead(middle, hits);
    led(books, layout, middle)
        .forEach(
            group -> {
              double passed = books.expectedLoad(group);
              double both = Math.max(relieved, burdened - nodes.lead(middle, passed));
              takers(group, middle)
                  .forEach(
                      last ->
                          best.consider(
                              new LeaderTransfer(group, middle, last),
                              Math.max(
                                  both,
                                  nodes.load(LoadKind.REQUESTS, last) + nodes.lead(last, passed))));
            });
  }

  /** Not thread-safe. */
  private final class Best {

    private final double before;
    private double hottest = Double.POSITIVE_INFINITY;
    private @Nullable LeaderTransfer found;

    Best(double before) {
      this.before = before;
    }

    void consider(LeaderTransfer transfer, double after) {
      if (after < hottest && guards.isFarAfter(rules.leaderPercent(), before, after)) {
        hottest = after;
        found = transfer;
      }
    }
  }
}
