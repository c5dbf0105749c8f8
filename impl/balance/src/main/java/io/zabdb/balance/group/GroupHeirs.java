package io.zabdb.balance.group;

import io.zabdb.balance.load.GroupBooks;
import io.zabdb.balance.load.GroupPlace;
import io.zabdb.balance.load.GroupStatus;
import io.zabdb.balance.load.LoadKind;
import io.zabdb.balance.load.LoadView;
import io.zabdb.balance.load.NodeBooks;
import io.zabdb.balance.load.NodeLife;
import io.zabdb.balance.load.PartitionLoads;
import io.zabdb.balance.move.MoveRules;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Groups with nodes that are dead, or that are to leave. Others take the places of those: in an
 * heir, to which the group leaves all that it has, or, where groups can change their members, in
 * the group itself; either way only they get files. Where nobody has room for that, a group of
 * which an operator wants a node to leave is drained. The most degraded come first. Keeps nothing.
 */
final class GroupHeirs {

  private final MoveRules rules;
  private final GroupBooks books;
  private final Seats seats;

  GroupHeirs(MoveRules rules, GroupBooks books, Seats seats) {
    this.rules = rules;
    this.books = books;
    this.seats = seats;
  }

  /** Groups that want an heir and have none. What owns nothing goes without one. */
  List<GroupChange> name() {
    LoadView view = books.view();
    return IntStream.range(0, view.groups().size())
        .filter(group -> view.groups().get(group).status() == GroupStatus.MEMBER)
        .filter(group -> books.size(group) > 0 || books.moves().to(group) > 0)
        .filter(group -> stayers(view.groups().get(group)).size() < members(group).size())
        .boxed()
        .sorted(mostDegradedFirst(view))
        .map(this::name)
        .toList();
  }

  private List<Integer> members(int group) {
    return books.group(group).members();
  }

  /** Its leader first, if it stays: it has the newest. */
  private List<Integer> stayers(GroupPlace group) {
    return group.members().stream()
        .filter(node -> !books.view().nodes().get(node).life().isToGo())
        .sorted(Comparator.comparing(node -> node != group.leader()))
        .toList();
  }

  private GroupChange name(int group) {
    GroupPlace place = books.group(group);
    if (!place.up()) {
      return refused(group, "it has no quorum: a node must come back");
    }
    List<Integer> heirs = new ArrayList<>(stayers(place));
    while (heirs.size() < place.members().size()) {
      IntPredicate may = node -> !place.members().contains(node) && hasDiskFor(group, node);
      Optional<Integer> next = seats.best(heirs, may);
      if (next.isEmpty() && mayBeDrained(group)) {
        seats.rise(place);
        return new GroupChange.StatusChange(group, GroupStatus.LEAVING);
      }
      if (next.isEmpty()) {
        return refused(
            group,
            seats.refusal(
                heirs, may, "would have disks more than " + rules.fullPercent() + "% full"));
      }
      heirs.add(next.get());
    }
    promise(group, heirs);
    seats.rise(place);
    seats.sit(heirs);
    return new GroupChange.Replacement(group, List.copyOf(heirs));
  }

  private static GroupChange refused(int group, String rule) {
    return new GroupChange.NotPossible("group " + group + " needs other nodes", rule);
  }

  /**
   * Whether it may leave all to groups that there are: since an operator wants a node of it to go,
   * and there is a whole group with room for all of it. A node that is dead may come back.
   */
  private boolean mayBeDrained(int group) {
    return members(group).stream().anyMatch(node -> life(node) == NodeLife.LEAVES)
        && IntStream.range(0, books.view().groups().size())
            .filter(other -> other != group && books.group(other).up())
            .filter(other -> books.group(other).status() == GroupStatus.MEMBER)
            .mapToObj(this::members)
            .anyMatch(
                nodes ->
                    nodes.stream()
                        .allMatch(node -> life(node) == NodeLife.STAYS && hasDiskFor(group, node)));
  }

  private NodeLife life(int node) {
    return books.view().nodes().get(node).life();
  }

  /** Beyond, compactions and checkpoints have no room. */
  private boolean hasDiskFor(int group, int node) {
    double capacity = books.view().nodes().get(node).bytes();
    double full = books.nodes().load(LoadKind.BYTES, node) + stored(group) / capacity;
    return full * 100 <= rules.fullPercent();
  }

  private double stored(int group) {
    PartitionLoads partitions = books.view().partitions();
    return books.owned(group).mapToDouble(partitions::bytes).sum();
  }

  private void promise(int group, List<Integer> heirs) {
    NodeBooks nodes = books.nodes();
    heirs.stream()
        .filter(node -> !members(group).contains(node))
        .forEach(node -> nodes.promised(node, books.load(group), stored(group)));
  }

  /** Files for heirs, as far as limits allow. That a partition rests keeps it from nothing here. */
  void drain() {
    LoadView view = books.view();
    IntStream.range(0, view.groups().size())
        .filter(group -> books.group(group).hasHeir())
        .boxed()
        .sorted(mostDegradedFirst(view))
        .forEach(group -> drain(group, books.group(group).heir()));
  }

  private void drain(int group, int heir) {
    if (!books.group(group).up() || !books.group(heir).up()) {
      return;
    }
    books
        .owned(group)
        .filter(partition -> !books.view().partitions().isSharding(partition))
        .filter(partition -> !books.moves().isMoving(partition))
        .takeWhile(partition -> books.moves().hasRoom(group, heir))
        .forEach(partition -> books.start(partition, group, heir));
  }

  /** By how many members are dead, then by their numbers. */
  private static Comparator<Integer> mostDegradedFirst(LoadView view) {
    Comparator<Integer> byDead =
        Comparator.comparingLong(
            group ->
                -view.groups().get(group).members().stream()
                    .filter(node -> view.nodes().get(node).life() == NodeLife.DEAD)
                    .count());
    return byDead.thenComparingInt(group -> group);
  }
}
