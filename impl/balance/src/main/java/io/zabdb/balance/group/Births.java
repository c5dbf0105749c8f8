package io.zabdb.balance.group;

import io.zabdb.balance.load.GroupBooks;
import io.zabdb.balance.load.GroupLayout;
import io.zabdb.balance.load.GroupStatus;
import io.zabdb.balance.load.LoadKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * New groups for nodes that have little to do: with others that have little to do, as long as there
 * are any, and then as <em>siblings</em> of groups of the hottest nodes, in the place of such a
 * node, so that nobody else gets a file. A node that is in no group gets one; beyond that there are
 * no more groups than partitions, since nothing could be put into them. Keeps nothing.
 */
final class Births {

  /** So much less than the mean a node has to do before it is given groups, in percent. */
  private static final int COLD_PERCENT = 10;

  private final PlacementRules rules;
  private final GroupBooks books;
  private final GroupLayout layout;
  private final Seats seats;
  private final List<GroupChange> changes = new ArrayList<>();

  Births(PlacementRules rules, GroupBooks books, GroupLayout layout, Seats seats) {
    this.rules = rules;
    this.books = books;
    this.layout = layout;
    this.seats = seats;
  }

  private boolean isPoor(int node) {
    return books.view().nodes().get(node).stays()
        && seats.count(node) < seats.wanted(node)
        && seats.isCold(node, COLD_PERCENT);
  }

  /** Groups for the nodes that have few. */
  List<GroupChange> forThePoor() {
    List<Integer> poor =
        IntStream.range(0, books.view().nodes().size()).filter(this::isPoor).boxed().toList();
    if (poor.isEmpty()) {
      return changes;
    }
    poor.forEach(node -> repeat(node, this::amongThePoor));
    List<Integer> hottest = books.nodes().hottestFirst(LoadKind.BYTES);
    poor.forEach(node -> repeat(node, each -> besideTheHottest(each, hottest)));
    poor.stream().filter(node -> seats.count(node) == 0).map(this::refused).forEach(changes::add);
    return changes;
  }

  private GroupChange refused(int node) {
    return new GroupChange.NotPossible(
        "node " + node + " has little to do and is in no group",
        seats.refusal(List.of(node), any -> false, "are in no group that it could be a part of"));
  }

  /** Makes groups. */
  private interface Maker {
    Optional<List<Integer>> members(int node);
  }

  private void repeat(int node, Maker maker) {
    while (seats.count(node) < seats.wanted(node) && (seats.count(node) == 0 || seats.areFew())) {
      Optional<List<Integer>> members = maker.members(node);
      if (members.isEmpty()) {
        return;
      }
      born(members.get());
    }
  }

  private void born(List<Integer> members) {
    seats.sit(members);
    changes.add(new GroupChange.NewGroup(members));
  }

  private Optional<List<Integer>> amongThePoor(int node) {
    List<Integer> members = new ArrayList<>(List.of(node));
    while (members.size() < rules.groupSize()) {
      boolean last = members.size() == rules.groupSize() - 1;
      Optional<Integer> next =
          seats.best(members, other -> isPoor(other) && !(last && isThere(members, other)));
      if (next.isEmpty()) {
        return Optional.empty();
      }
      members.add(next.get());
    }
    return Optional.of(List.copyOf(members)).filter(group -> !seats.isThere(group));
  }

  private boolean isThere(List<Integer> members, int other) {
    List<Integer> all = new ArrayList<>(members);
    all.add(other);
    return seats.isThere(all);
  }

  private Optional<List<Integer>> besideTheHottest(int node, List<Integer> hottest) {
    return hottest.stream()
        .filter(hot -> books.nodes().load(hot) > books.nodes().load(node))
        .map(hot -> sibling(hot, node))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** The most loaded group of a hot node, with another in its place. */
  private Optional<List<Integer>> sibling(int hot, int node) {
    return layout
        .groupsOf(hot)
        .filter(group -> books.group(group).status() == GroupStatus.MEMBER)
        .boxed()
        .sorted(Comparator.comparingInt(group -> -books.holding(group)))
        .map(group -> inPlaceOf(group, hot, node))
        .filter(members -> members.stream().distinct().count() == members.size())
        .filter(members -> members.stream().allMatch(seats::hasSeat))
        .filter(members -> seats.mayBe(members) && !seats.isThere(members))
        .findFirst();
  }

  private List<Integer> inPlaceOf(int group, int hot, int node) {
    List<Integer> members = new ArrayList<>(List.of(node));
    layout.members(group).filter(member -> member != hot).forEach(members::add);
    return List.copyOf(members);
  }
}
