package io.zabdb.balance.group;

import io.zabdb.balance.load.GroupBooks;
import io.zabdb.balance.load.GroupLayout;
import io.zabdb.balance.load.GroupPlace;
import io.zabdb.balance.load.LoadKind;
import io.zabdb.balance.load.LoadView;
import io.zabdb.balance.load.NodeBooks;
import io.zabdb.balance.load.NodePlace;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The places of groups at nodes during a round, those that it plans counted at once: how many
 * groups a node has, with whom, and who may sit beside whom. Not thread-safe.
 */
final class Seats {

  /** An empty group goes when one of its nodes could be given fewer than so many others. */
  private static final int FEW_SEATS = 2;

  /** A node may have so much more than the mean, in percent, before others are preferred. */
  private static final int CROWDED_PERCENT = 15;

  private final PlacementRules rules;
  private final LoadView view;
  private final GroupLayout layout;
  private final NodeBooks books;
  private final int[] counts;
  private final Map<Integer, Set<Integer>> partners = new HashMap<>();
  private final Set<Set<Integer>> planned = new HashSet<>();
  private final Map<LoadKind, Double> means = new HashMap<>();
  private final int zones;
  private final int racks;

  Seats(PlacementRules rules, GroupBooks books, GroupLayout layout) {
    this.rules = rules;
    this.layout = layout;
    view = books.view();
    this.books = books.nodes();
    counts =
        IntStream.range(0, view.nodes().size())
            .map(node -> (int) layout.groupsOf(node).filter(this::stays).count())
            .toArray();
    zones = distinct(NodePlace::zone);
    racks = distinct(Seats::rack);
  }

  /** A group that leaves all to an heir is as good as gone. */
  private boolean stays(int group) {
    return !view.groups().get(group).hasHeir();
  }

  private int distinct(Function<NodePlace, Object> place) {
    return (int) view.nodes().stream().filter(NodePlace::stays).map(place).distinct().count();
  }

  private static Object rack(NodePlace place) {
    return List.of(place.zone(), place.rack());
  }

  int count(int node) {
    return counts[node];
  }

  /** Of how many groups it may be. */
  private int most(int node) {
    return Math.min(rules.mostGroups(), view.nodes().get(node).seats());
  }

  boolean hasSeat(int node) {
    return counts[node] < most(node);
  }

  /** So many groups a node is given that has little to do: half of what it may have, or one. */
  int wanted(int node) {
    int half = Math.min(rules.groupsPerNode(), most(node) / 2);
    return Math.min(most(node), Math.max(1, half));
  }

  /**
   * Whether a node could be given few groups more, so that an empty one is in the way of others.
   */
  boolean isShort(int node) {
    return counts[node] > Math.max(wanted(node), most(node) - FEW_SEATS);
  }

  /** Whether there are fewer groups than partitions, those that leave left out. */
  boolean areFew() {
    long there =
        IntStream.range(0, view.groups().size())
            .filter(group -> view.groups().get(group).status().isCounted())
            .count();
    return there + planned.size() < view.partitions().count();
  }

  private double mean(LoadKind kind) {
    return means.computeIfAbsent(kind, books::mean);
  }

  /** Whether a node has so much less to do than the mean, in whatever it has most of. */
  boolean isCold(int node, int percent) {
    for (LoadKind kind : LoadKind.values()) {
      if (books.load(kind, node) * (100 + percent) >= mean(kind) * 100) {
        return false;
      }
    }
    return true;
  }

  private boolean isCrowded(int node) {
    for (LoadKind kind : LoadKind.values()) {
      if (books.load(kind, node) * 100 > mean(kind) * (100 + CROWDED_PERCENT)) {
        return true;
      }
    }
    return false;
  }

  /** The others with which a node shares groups that stay. */
  private Set<Integer> partners(int node) {
    return partners.computeIfAbsent(
        node,
        any -> {
          Set<Integer> others = new HashSet<>();
          layout
              .groupsOf(node)
              .filter(this::stays)
              .forEach(group -> layout.members(group).forEach(others::add));
          others.removeIf(other -> other == node || !view.nodes().get(other).stays());
          return others;
        });
  }

  /** How many of the nodes would have too many partners beside another, that one included. */
  private int excess(Collection<Integer> beside, int candidate) {
    int excess = 0;
    Set<Integer> mine = new HashSet<>(partners(candidate));
    mine.addAll(beside);
    mine.remove(candidate);
    if (mine.size() > rules.scatterWidth()) {
      excess++;
    }
    for (int node : beside) {
      Set<Integer> others = partners(node);
      if (!others.contains(candidate) && others.size() + 1 > rules.scatterWidth()) {
        excess++;
      }
    }
    return excess;
  }

  /** How many too many sit together in a zone, and in a rack. */
  private int crowding(Collection<Integer> members) {
    return crowding(members, NodePlace::zone, zones) + crowding(members, Seats::rack, racks);
  }

  private int crowding(Collection<Integer> members, Function<NodePlace, Object> place, int of) {
    Map<Object, Integer> times = new HashMap<>();
    for (int node : members) {
      times.merge(place.apply(view.nodes().get(node)), 1, Integer::sum);
    }
    int fair = (members.size() + of - 1) / Math.max(1, of);
    return times.values().stream().mapToInt(each -> Math.max(0, each - fair)).sum();
  }

  /** Whether the rules allow these nodes together. */
  boolean mayBe(Collection<Integer> members) {
    return !rules.hard() || crowding(members) == 0;
  }

  /** The least loaded node that may sit beside others, spread and scatter before load. */
  Optional<Integer> best(Collection<Integer> beside, IntPredicate may) {
    List<Candidate> candidates = new ArrayList<>();
    for (int node = 0; node < counts.length; node++) {
      if (view.nodes().get(node).stays()
          && hasSeat(node)
          && !beside.contains(node)
          && may.test(node)) {
        List<Integer> members = new ArrayList<>(beside);
        members.add(node);
        if (mayBe(members)) {
          candidates.add(candidate(beside, members, node));
        }
      }
    }
    return candidates.stream().min(Candidate.BEST_FIRST).map(Candidate::node);
  }

  /**
   * Why there is nobody: how many are ruled out, by the first rule that does.
   *
   * @param rule what {@code may} asks, as a predicate of nodes
   */
  String refusal(Collection<Integer> beside, IntPredicate may, String rule) {
    int gone = 0;
    int full = 0;
    int others = 0;
    int crowded = 0;
    for (int node = 0; node < counts.length; node++) {
      if (beside.contains(node)) {
        continue;
      }
      if (!view.nodes().get(node).stays()) {
        gone++;
      } else if (!hasSeat(node)) {
        full++;
      } else if (!may.test(node)) {
        others++;
      } else {
        crowded++;
      }
    }
    return ("nobody may sit beside nodes %s: of the others %d are dead or leave, %d have no room for a group,"
            + " %d %s, %d would crowd a zone or a rack (a hard rule)")
        .formatted(beside, gone, full, others, rule, crowded);
  }

  private Candidate candidate(Collection<Integer> beside, List<Integer> members, int node) {
    int shared = (int) beside.stream().filter(partners(node)::contains).count();
    return new Candidate(
        node,
        crowding(members),
        isCrowded(node),
        excess(beside, node),
        books.load(node),
        shared,
        counts[node]);
  }

  /** Whether there is a group of these nodes, or will be: one that leaves counts as well. */
  boolean isThere(List<Integer> members) {
    return planned.contains(Set.copyOf(members)) || layout.isThere(members);
  }

  /** A group of these nodes is planned. */
  void sit(List<Integer> members) {
    planned.add(Set.copyOf(members));
    for (int node : members) {
      counts[node]++;
      Set<Integer> others = partners(node);
      others.addAll(members);
      others.remove(node);
    }
  }

  /** A group gives up its seats. */
  void rise(GroupPlace group) {
    group.members().forEach(node -> counts[node]--);
  }

  /** Somebody who may sit beside others. */
  private record Candidate(
      int node, int crowding, boolean crowded, int excess, double load, int shared, int groups) {

    static final Comparator<Candidate> BEST_FIRST =
        Comparator.comparingInt(Candidate::crowding)
            .thenComparing(Candidate::crowded)
            .thenComparingInt(Candidate::excess)
            .thenComparingDouble(Candidate::load)
            .thenComparingInt(Candidate::shared)
            .thenComparingInt(Candidate::groups)
            .thenComparingInt(Candidate::node);
  }
}
