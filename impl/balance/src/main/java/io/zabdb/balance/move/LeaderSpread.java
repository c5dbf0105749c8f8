package io.zabdb.balance.move;

import io.zabdb.balance.load.GroupBooks;
import io.zabdb.balance.load.GroupLayout;
import io.zabdb.balance.load.LoadKind;
import io.zabdb.balance.load.NodeBooks;
import io.zabdb.balance.load.NodeLife;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Leaderships first, since a transfer costs milliseconds and no bytes: each node leads its share of
 * the load, not of the groups; where no transfer pays, one makes way for another ({@link
 * LeaderRelay}). A node, at either end, takes part in at most one transfer in {@link
 * #EVERY_MILLIS}; that is all that is remembered, a number for each node. Not thread-safe.
 */
public final class LeaderSpread {

  /** A node gives or takes one leadership in so long. */
  public static final long EVERY_MILLIS = 1_000;

  private final MoveRules rules;
  private final PayGuards guards;

  /** Until when each node takes part in no other transfer. */
  private long[] busyUntil = new long[0];

  public LeaderSpread(MoveRules rules, PayGuards guards) {
    this.rules = rules;
    this.guards = guards;
  }

  /** The transfers of a round; they are noted in the books. */
  public List<LeaderTransfer> plan(GroupBooks books, GroupLayout layout) {
    int nodes = books.view().nodes().size();
    if (nodes > busyUntil.length) {
      int before = busyUntil.length;
      busyUntil = Arrays.copyOf(busyUntil, nodes);
      Arrays.fill(busyUntil, before, nodes, Long.MIN_VALUE);
    }
    List<LeaderTransfer> transfers = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      if (books.view().nodes().get(node).life() == NodeLife.LEAVES) {
        best(books, layout, node, true).ifPresent(best -> take(books, best, transfers));
      }
    }
    LeaderRelay relay =
        new LeaderRelay(rules, guards, books, layout, node -> mayTakePart(books, node));
    double mean = books.nodes().mean(LoadKind.REQUESTS);
    for (int node : books.nodes().hottestFirst(LoadKind.REQUESTS)) {
      if (mayTakePart(books, node)) {
        best(books, layout, node, false)
            .or(() -> relay.wayFor(node, mean))
            .ifPresent(best -> take(books, best, transfers));
      }
    }
    return transfers;
  }

  private void take(GroupBooks books, LeaderTransfer transfer, List<LeaderTransfer> transfers) {
    long until = books.view().nowMillis() + EVERY_MILLIS;
    busyUntil[transfer.from()] = until;
    busyUntil[transfer.to()] = until;
    books.nodes().handedOver(transfer.group(), transfer.to(), books.expectedLoad(transfer.group()));
    transfers.add(transfer);
  }

  private boolean mayTakePart(GroupBooks books, int node) {
    return !isBusy(books, node) && guards.isKnown(rules, books.view(), node);
  }

  private boolean isBusy(GroupBooks books, int node) {
    return busyUntil[node] > books.view().nowMillis();
  }

  /**
   * The transfer from a node after which the hotter of both ends is coolest.
   *
   * @param whatever also if it does not pay: the node is to lead nothing
   */
  private Optional<LeaderTransfer> best(
      GroupBooks books, GroupLayout layout, int from, boolean whatever) {
    if (isBusy(books, from)) {
      return Optional.empty();
    }
    return LeaderRelay.led(books, layout, from)
        .boxed()
        .flatMap(
            group ->
                layout
                    .members(group)
                    .filter(to -> to != from && mayTakePart(books, to))
                    .filter(to -> whatever || pays(books, group, from, to))
                    .mapToObj(to -> new LeaderTransfer(group, from, to)))
        .min(Comparator.comparingDouble(transfer -> hotter(books, transfer)));
  }

  /** Also when it is done the destination has clearly less to do than the source had before. */
  private boolean pays(GroupBooks books, int group, int from, int to) {
    NodeBooks nodes = books.nodes();
    double source = nodes.load(LoadKind.REQUESTS, from);
    return guards.isFar(rules, rules.leaderPercent(), source, nodes.load(LoadKind.REQUESTS, to))
        && guards.isFarAfter(
            rules.leaderPercent(), source, with(nodes, to, books.expectedLoad(group)));
  }

  private static double without(NodeBooks nodes, int node, double hits) {
    return nodes.load(LoadKind.REQUESTS, node) - nodes.lead(node, hits);
  }

  private static double with(NodeBooks nodes, int node, double hits) {
    return nodes.load(LoadKind.REQUESTS, node) + nodes.lead(node, hits);
  }

  private static double hotter(GroupBooks books, LeaderTransfer transfer) {
    double hits = books.expectedLoad(transfer.group());
    return Math.max(
        without(books.nodes(), transfer.from(), hits), with(books.nodes(), transfer.to(), hits));
  }
}
