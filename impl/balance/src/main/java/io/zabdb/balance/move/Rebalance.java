package io.zabdb.balance.move;

import io.zabdb.balance.load.GroupBooks;
import io.zabdb.balance.load.GroupLayout;
import io.zabdb.balance.load.GroupPlace;
import io.zabdb.balance.load.GroupStatus;
import io.zabdb.balance.load.LoadKind;
import io.zabdb.balance.load.MoveBooks;
import io.zabdb.balance.load.NodeBooks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Moves that bring the nodes' loads together, of those that pay ({@link MoveRules}). From the
 * hottest node on, each time the move that brings the store nearest to balance for its bytes: to a
 * <em>sibling</em>, a group with the same nodes but one, so that only one node gets files, or to
 * one of the coolest groups. Remembers for a while which nodes found nobody to take anything, so
 * that others are looked at, as long as there are the same groups and nodes: a number for each node
 * and kind of load. Nodes that have hardly any bytes are <em>filled</em> to the mean, though others
 * stay where they are with as much; which they are is remembered, too, and if that is forgotten
 * they are found anew or stay as they are. Not thread-safe.
 */
public final class Rebalance {

  /** So many of the coolest groups are looked at for each source. */
  private static final int COOLEST = 4;

  /** So many sources are looked at in vain in a round, for each kind of load. */
  private static final int MOST_IN_VAIN = 8;

  /** Added to costs: a move without any is not better than all others. */
  private static final double LITTLE = 1e-6;

  /** A node with less than so many percent of the mean of bytes is to be filled. */
  private static final int EMPTY_PERCENT = 25;

  /** Until it has so many: then no move is due, by what must pay. */
  private static final int FILLED_PERCENT = 90;

  /** Where bytes fill a node, requests count less: leaderships follow, and cost nothing. */
  private static final double REQUESTS_OF_FILLING = 0.25;

  private final MoveRules rules;
  private final PayGuards guards;
  private final Map<LoadKind, Map<Integer, Long>> passedUntil = new EnumMap<>(LoadKind.class);

  /** Those of the last round. */
  private Takers takers = new Takers(List.of(), Set.of());

  /**
   * Nodes that came, or lack as much as if they had. Where nodes get other numbers, since one left,
   * another may be filled in place of one of them, which does no harm.
   */
  private final Set<Integer> filling = new HashSet<>();

  /** Who might take something: groups, by their nodes, and nodes whose load is known. */
  private record Takers(List<List<Integer>> groups, Set<Integer> known) {

    boolean hasMoreThan(Takers before) {
      return !groups.equals(before.groups()) || !before.known().containsAll(known);
    }
  }

  public Rebalance(MoveRules rules, PayGuards guards) {
    this.rules = rules;
    this.guards = guards;
  }

  /**
   * Plans the moves of a round; they are noted in the books.
   *
   * @param inTransfer nodes that a leadership goes to or from: they are not relieved of requests by
   *     partitions, which cost more
   * @return nodes that could send but for which no group was found to take anything, hottest first
   */
  public List<Integer> plan(GroupBooks books, GroupLayout layout, Set<Integer> inTransfer) {
    Round round = new Round(books, layout, inTransfer);
    Takers now = round.takers();
    if (now.hasMoreThan(takers)) {
      passedUntil.clear();
    }
    takers = now;
    filling.retainAll(now.known());
    now.known().forEach(round::fill);
    List<Integer> stuck = new ArrayList<>();
    for (LoadKind kind : round.worstFirst()) {
      round.relieve(kind, stuck);
    }
    return stuck.stream().distinct().toList();
  }

  /** One round. Not thread-safe. */
  private final class Round {

    private final GroupBooks books;
    private final GroupLayout layout;
    private final Set<Integer> inTransfer;
    private final double meanRequests;
    private final double meanBytes;

    /** Groups that may take, and whose nodes may still receive, from the coolest. */
    private final List<Integer> cool = new ArrayList<>();

    private @Nullable Exchange best;
    private int bestPartition;
    private double bestScore;

    Round(GroupBooks books, GroupLayout layout, Set<Integer> inTransfer) {
      this.inTransfer = inTransfer;
      this.books = books;
      this.layout = layout;
      meanRequests = mean(LoadKind.REQUESTS);
      meanBytes = mean(LoadKind.BYTES);
    }

    Takers takers() {
      return new Takers(
          books.view().groups().stream().map(GroupPlace::members).toList(),
          known().boxed().collect(Collectors.toSet()));
    }

    private IntStream known() {
      return IntStream.range(0, books.view().nodes().size())
          .filter(node -> guards.isKnown(rules, books.view(), node));
    }

    /** Notes who is to be filled from now on, and who is filled. */
    void fill(int node) {
      double percent = 100 * books.nodes().load(LoadKind.BYTES, node);
      if (percent < meanBytes * EMPTY_PERCENT) {
        filling.add(node);
      } else if (percent >= meanBytes * FILLED_PERCENT) {
        filling.remove(node);
      }
    }

    private double mean(LoadKind kind) {
      return known().mapToDouble(node -> books.nodes().load(kind, node)).average().orElse(0);
    }

    List<LoadKind> worstFirst() {
      return spread(LoadKind.REQUESTS) >= spread(LoadKind.BYTES)
          ? List.of(LoadKind.REQUESTS, LoadKind.BYTES)
          : List.of(LoadKind.BYTES, LoadKind.REQUESTS);
    }

    private double spread(LoadKind kind) {
      double mean = mean(kind);
      return mean == 0
          ? 0
          : known().mapToDouble(node -> Math.abs(books.nodes().load(kind, node) - mean)).sum()
              / mean;
    }

    void relieve(LoadKind kind, List<Integer> stuck) {
      NodeBooks nodes = books.nodes();
      double coolest = known().mapToDouble(node -> nodes.load(kind, node)).min().orElse(0);
      findCool(kind);
      int inVain = 0;
      for (int source : nodes.hottestFirst(kind)) {
        if (!guards.isFar(rules, rules.payPercent(), nodes.load(kind, source), coolest)
            || inVain == MOST_IN_VAIN) {
          return;
        }
        if (!guards.isKnown(rules, books.view(), source)
            || isPassed(kind, source)
            || (kind == LoadKind.REQUESTS && inTransfer.contains(source))) {
          continue;
        }
        boolean moved = false;
        while (moveOne(kind, source)) {
          moved = true;
        }
        if (!moved && givers(source).findAny().isPresent()) {
          stuck.add(source);
          pass(kind, source);
          inVain++;
        }
      }
    }

    private boolean isPassed(LoadKind kind, int source) {
      return passedUntil.getOrDefault(kind, Map.of()).getOrDefault(source, Long.MIN_VALUE)
          > books.view().nowMillis();
    }

    private void pass(LoadKind kind, int source) {
      passedUntil
          .computeIfAbsent(kind, any -> new HashMap<>())
          .put(source, books.view().nowMillis() + rules.passMillis());
    }

    private void findCool(LoadKind kind) {
      cool.clear();
      double[] hottest = new double[books.view().groups().size()];
      for (int group = 0; group < hottest.length; group++) {
        if (mayTake(group) && hasRoom(group)) {
          cool.add(group);
          hottest[group] =
              layout
                  .members(group)
                  .mapToDouble(node -> books.nodes().load(kind, node))
                  .max()
                  .orElse(0);
        }
      }
      cool.sort(Comparator.comparingDouble(group -> hottest[group]));
    }

    private boolean mayTake(int group) {
      return books.group(group).status() == GroupStatus.MEMBER
          && books.group(group).up()
          && layout.members(group).allMatch(node -> guards.isKnown(rules, books.view(), node));
    }

    private boolean hasRoom(int group) {
      MoveBooks moves = books.moves();
      return layout.members(group).allMatch(moves::mayReceive);
    }

    /** The groups of a node that may give. */
    private IntStream givers(int source) {
      return layout
          .groupsOf(source)
          .filter(group -> books.group(group).status() == GroupStatus.MEMBER)
          .filter(group -> books.group(group).up() && books.moves().maySend(group));
    }

    private boolean moveOne(LoadKind kind, int source) {
      best = null;
      bestScore = 0;
      cool.removeIf(group -> !hasRoom(group));
      givers(source)
          .forEach(
              from -> {
                layout
                    .siblings(from, source)
                    .filter(to -> mayTake(to) && books.moves().mayMove(from, to))
                    .forEach(to -> look(kind, source, from, to));
                cool.stream()
                    .filter(to -> !layout.has(to, source))
                    .limit(COOLEST)
                    .forEach(to -> look(kind, source, from, to));
              });
      Exchange found = best;
      if (found == null) {
        return false;
      }
      books.start(bestPartition, found.from(), found.to());
      return true;
    }

    private void look(LoadKind kind, int source, int from, int to) {
      Exchange exchange = new Exchange(books, layout, from, to);
      double mean = kind == LoadKind.REQUESTS ? meanRequests : meanBytes;
      if (!exchange.isDue(rules, guards, kind, source, mean)
          || !exchange.mayPay(rules, guards, kind, source)) {
        return;
      }
      books
          .owned(from)
          .filter(partition -> guards.isMovable(books, partition))
          .filter(partition -> exchange.pays(rules, guards, kind, source, partition))
          .forEach(partition -> consider(kind, exchange, partition));
    }

    private void consider(LoadKind kind, Exchange exchange, int partition) {
      boolean fills =
          kind == LoadKind.BYTES && exchange.fills(filling::contains, partition, meanBytes);
      double weight = fills ? REQUESTS_OF_FILLING : 1;
      double gain = exchange.gain(partition, weight, meanRequests, meanBytes);
      double cost = exchange.cost(partition, meanBytes);
      if (!guards.isGain(gain, cost, fills)) {
        return;
      }
      double score = gain / (LITTLE + cost);
      if (best == null || score > bestScore) {
        best = exchange;
        bestPartition = partition;
        bestScore = score;
      }
    }
  }
}
