package io.zabdb.balance.plan;

import io.zabdb.balance.load.GroupBooks;
import io.zabdb.balance.load.GroupStatus;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The operators of {@code specs/shard/Bootstrap} that its properties rest on, each with a name so
 * that it can be weakened: a mutant replaces one of them in a subclass, and the replay of the
 * spec's behaviours must notice. Keeps nothing.
 *
 * <p>Two of them are wider than the spec: several groups may join and leave together, and moves are
 * limited for each node, not for the store. With one change at a time and one move in the
 * background they are the spec's.
 */
public class BootstrapGuards {

  /** Those of the product. */
  public static final BootstrapGuards STANDARD = new BootstrapGuards(Integer.MAX_VALUE);

  private final int changesAtOnce;

  /**
   * @param changesAtOnce how many groups may be joining or leaving at a time, 1 in the spec
   */
  protected BootstrapGuards(int changesAtOnce) {
    this.changesAtOnce = changesAtOnce;
  }

  /** Those of the spec. */
  public static BootstrapGuards oneChangeAtATime() {
    return new BootstrapGuards(1);
  }

  /** {@code Bootstrap!NoChangeUnderWay}, or not too many. */
  protected boolean noChangeUnderWay(GroupBooks books) {
    long changes =
        books.view().groups().stream()
            .map(group -> group.status())
            .filter(status -> status != GroupStatus.OUT && status != GroupStatus.MEMBER)
            .count();
    return changes < changesAtOnce;
  }

  /** {@code Bootstrap!AboveMean}. */
  protected boolean aboveMean(GroupBooks books, int partitions) {
    return (long) partitions * books.counted() > books.view().partitions().count();
  }

  /** {@code Bootstrap!MayTake}. */
  protected boolean mayTake(GroupBooks books, int group) {
    return !aboveMean(books, books.holding(group) + 1);
  }

  /** {@code Bootstrap!MayGive}. */
  protected boolean mayGive(GroupBooks books, int group) {
    return aboveMean(books, books.holding(group));
  }

  /** {@code Bootstrap!Heavy}. */
  protected boolean heavy(GroupBooks books, BootstrapRules rules, int group) {
    List<Integer> members = books.with(GroupStatus.MEMBER);
    double total = IntStream.range(0, books.view().groups().size()).mapToDouble(books::load).sum();
    return books.group(group).status() == GroupStatus.MEMBER
        && books.load(group) > rules.heavyLoad()
        && books.load(group) * members.size() * 100 > total * rules.heavyPercent();
  }

  /** {@code Bootstrap!HasMore}: nobody gives the last that it has. */
  protected boolean hasMore(GroupBooks books, int group) {
    return books.holding(group) > 1;
  }

  /** {@code Bootstrap!Movable}. */
  protected boolean isMovable(GroupBooks books, int partition) {
    return books.isMovable(partition);
  }

  /** {@code Bootstrap!Movable}, of a group that leaves: that a partition rests is no matter. */
  protected boolean isDrainable(GroupBooks books, int partition) {
    return books.isIdle(partition);
  }

  /**
   * {@code Bootstrap!OffMiddle}: how far a partition is from the middle of its owner's list.
   *
   * @param hotter how many of the list are hotter
   * @param colder how many are colder
   */
  protected int offMiddle(int hotter, int colder) {
    return Math.abs(hotter - colder);
  }

  /** In {@code Bootstrap!PullShare}: a group gives one share at a time. */
  protected boolean givesNothing(GroupBooks books, int donor) {
    return books.moves().from(donor) == 0;
  }

  /** The nodes' limits, which hold for shares as well. */
  protected boolean hasRoom(GroupBooks books, int from, int to) {
    return books.moves().hasRoom(from, to);
  }

  /** {@code Bootstrap!MayStartMove}, at the source. */
  protected boolean maySend(GroupBooks books, int from) {
    return books.moves().maySend(from);
  }

  /** {@code Bootstrap!MayStartMove}, at both ends. */
  protected boolean mayMove(GroupBooks books, int from, int to) {
    return books.moves().mayMove(from, to);
  }

  /** In {@code Bootstrap!Donors}: who may give is a member. */
  protected boolean isDonor(GroupStatus status) {
    return status == GroupStatus.MEMBER;
  }

  /** {@code Bootstrap!Heaviest}: whether a group with this load is among them (rule 3). */
  protected boolean heaviest(double load, double highest) {
    return load >= highest;
  }

  /** {@code Bootstrap!LeastLoaded}: whether a group with this load is among them. */
  protected boolean leastLoaded(double load, double lowest) {
    return load <= lowest;
  }

  /** In {@code Bootstrap!Owing}: a group that is down is not waited for. */
  protected boolean isWaitedFor(GroupBooks books, int donor) {
    return books.group(donor).up();
  }

  /** In {@code CompleteJoin}, {@code EndBootstrap}: no move to or from a group is under way. */
  protected boolean isStill(GroupBooks books, int group) {
    return books.moves().to(group) + books.moves().from(group) == 0;
  }

  /** {@code Bootstrap!HasEnough}. */
  protected boolean hasEnough(GroupBooks books, int group) {
    return !mayTake(books, group)
        || books.with(GroupStatus.MEMBER).stream().noneMatch(d -> mayGive(books, d));
  }

  /** {@code Bootstrap!IsNotAlone}. */
  protected boolean isNotAlone(GroupBooks books, int group) {
    return !books.with(GroupStatus.MEMBER).equals(List.of(group));
  }

  /** {@code Bootstrap!MayLeave}. */
  protected boolean mayLeave(GroupBooks books, int group) {
    return books.size(group) == 0;
  }
}
