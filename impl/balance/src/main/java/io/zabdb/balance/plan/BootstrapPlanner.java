package io.zabdb.balance.plan;

import static io.zabdb.balance.plan.BootstrapAction.CompleteJoin;
import static io.zabdb.balance.plan.BootstrapAction.Decommission;
import static io.zabdb.balance.plan.BootstrapAction.Drain;
import static io.zabdb.balance.plan.BootstrapAction.EndBootstrap;
import static io.zabdb.balance.plan.BootstrapAction.Leave;
import static io.zabdb.balance.plan.BootstrapAction.PlanShares;
import static io.zabdb.balance.plan.BootstrapAction.Pull;
import static io.zabdb.balance.plan.BootstrapAction.PullShare;
import static io.zabdb.balance.plan.BootstrapAction.StartBootstrap;

import io.zabdb.balance.load.GroupBooks;
import io.zabdb.balance.load.GroupPlace;
import io.zabdb.balance.load.GroupStatus;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code specs/shard/Bootstrap}: groups join in two phases, or leave partition by partition. Says
 * which steps the spec allows; which of them is taken is up to the caller, so the first will do.
 * Not thread-safe.
 *
 * <p>Loads are those that are expected when the moves on their way are done: in the spec there are
 * none where it asks for loads, here there may be, of other groups.
 */
public final class BootstrapPlanner {

  private final BootstrapRules rules;
  private final BootstrapGuards guards;
  private final DueShares shares = new DueShares();

  public BootstrapPlanner(BootstrapRules rules, BootstrapGuards guards) {
    this.rules = rules;
    this.guards = guards;
  }

  /** What it remembers between rounds. */
  public DueShares shares() {
    return shares;
  }

  /** The steps of groups that are on their way in or out: {@code Bootstrap!Proceed}. */
  public Stream<BootstrapStep> proceed(GroupBooks books) {
    Lazy donors = new Lazy(() -> donors(books));
    return groups(books)
        .boxed()
        .flatMap(
            g ->
                switch (books.group(g).status()) {
                  case JOINING -> join(books, g);
                  case PULLING -> pull(books, g, donors);
                  case LEAVING -> books.group(g).hasHeir() ? Stream.of() : leave(books, g);
                  case OUT, MEMBER -> Stream.of();
                });
  }

  /** What an operator may begin: {@code Bootstrap!Change}. */
  public Stream<BootstrapStep> changes(GroupBooks books) {
    if (!guards.noChangeUnderWay(books)) {
      return Stream.of();
    }
    return groups(books)
        .boxed()
        .flatMap(
            g ->
                switch (books.group(g).status()) {
                  case OUT -> Stream.of(BootstrapStep.of(StartBootstrap, g));
                  case MEMBER ->
                      Stream.of(BootstrapStep.of(Decommission, g))
                          .filter(step -> guards.isNotAlone(books, g));
                  case JOINING, PULLING, LEAVING -> Stream.of();
                });
  }

  private static IntStream groups(GroupBooks books) {
    return IntStream.range(0, books.view().groups().size());
  }

  // -- joining

  private Stream<BootstrapStep> join(GroupBooks books, int g) {
    if (!shares.isPlanned()) {
      return Stream.of(BootstrapStep.of(PlanShares, g));
    }
    if (books.group(g).up() && guards.isStill(books, g) && !isOwed(books, g)) {
      return Stream.of(BootstrapStep.of(CompleteJoin, g));
    }
    return donorsOf(books, g)
        .filter(d -> guards.givesNothing(books, d) && bothUp(books, d, g))
        .filter(d -> guards.hasRoom(books, d, g))
        .flatMap(
            d ->
                MiddleOfList.choices(guards, books, d).stream()
                    .map(p -> new BootstrapStep(PullShare, g, d, p)));
  }

  /** {@code Bootstrap!Owes}. */
  private Stream<Integer> donorsOf(GroupBooks books, int g) {
    return shares.donors().stream()
        .filter(d -> guards.mayTake(books, g) && guards.hasMore(books, d));
  }

  private boolean isOwed(GroupBooks books, int g) {
    return donorsOf(books, g).anyMatch(d -> guards.isWaitedFor(books, d));
  }

  private static boolean bothUp(GroupBooks books, int from, int to) {
    return books.group(from).up() && books.group(to).up();
  }

  /** {@code Bootstrap!PlanShares}: what each heavily loaded group shall give, one at least. */
  private Map<Integer, Integer> plannedShares(GroupBooks books) {
    Map<Integer, Integer> due = new TreeMap<>();
    groups(books)
        .filter(d -> guards.heavy(books, rules, d))
        .forEach(d -> due.put(d, Math.max(1, books.size(d) * rules.sharePercent() / 100)));
    return due;
  }

  // -- in the background

  private Stream<BootstrapStep> pull(GroupBooks books, int g, Lazy donors) {
    if (guards.isStill(books, g) && guards.hasEnough(books, g)) {
      return Stream.of(BootstrapStep.of(EndBootstrap, g));
    }
    if (!guards.mayTake(books, g)) {
      return Stream.of();
    }
    return donors.get().stream()
        .filter(d -> bothUp(books, d, g) && guards.mayMove(books, d, g))
        .flatMap(
            d ->
                MiddleOfList.choices(guards, books, d).stream()
                    .map(p -> new BootstrapStep(Pull, g, d, p)));
  }

  /** {@code Bootstrap!Heaviest(Donors)}: the same for all groups that take. */
  private List<Integer> donors(GroupBooks books) {
    List<Integer> donors =
        groups(books)
            .filter(d -> guards.isDonor(books.group(d).status()) && books.group(d).up())
            .filter(d -> guards.mayGive(books, d) && guards.maySend(books, d))
            .filter(d -> books.owned(d).anyMatch(p -> guards.isMovable(books, p)))
            .boxed()
            .toList();
    double highest = donors.stream().mapToDouble(books::expectedLoad).max().orElse(0);
    return donors.stream().filter(d -> guards.heaviest(books.expectedLoad(d), highest)).toList();
  }

  /** A list that is made when it is asked for the first time. Not thread-safe. */
  private static final class Lazy {

    private final Supplier<List<Integer>> maker;
    private @Nullable List<Integer> made;

    Lazy(Supplier<List<Integer>> maker) {
      this.maker = maker;
    }

    List<Integer> get() {
      List<Integer> list = made;
      if (list == null) {
        list = maker.get();
        made = list;
      }
      return list;
    }
  }

  // -- leaving

  private Stream<BootstrapStep> leave(GroupBooks books, int g) {
    if (guards.mayLeave(books, g)) {
      return Stream.of(BootstrapStep.of(Leave, g));
    }
    List<Integer> takers =
        books.with(GroupStatus.MEMBER).stream().filter(d -> books.group(d).up()).toList();
    double lowest = takers.stream().mapToDouble(books::expectedLoad).min().orElse(0);
    return takers.stream()
        .filter(d -> guards.leastLoaded(books.expectedLoad(d), lowest))
        .filter(d -> bothUp(books, g, d) && guards.mayMove(books, g, d))
        .flatMap(
            d ->
                books
                    .owned(g)
                    .filter(p -> guards.isDrainable(books, p))
                    .mapToObj(p -> new BootstrapStep(Drain, g, d, p)));
  }

  // -- taking a step

  /**
   * Takes a step: notes the move that it begins, and what is to be remembered.
   *
   * @return its group afterwards
   */
  public GroupPlace take(GroupBooks books, BootstrapStep step) {
    GroupPlace group = books.group(step.group());
    switch (step.action()) {
      case PlanShares -> shares.plan(plannedShares(books));
      case PullShare -> {
        books.start(step.partition(), step.other(), step.group());
        shares.give(step.other());
      }
      case Pull -> books.start(step.partition(), step.other(), step.group());
      case Drain -> books.start(step.partition(), step.group(), step.other());
      case StartBootstrap -> {
        // A group that comes while others join is one of their set: its donors are not asked twice.
        if (books.with(GroupStatus.JOINING).isEmpty()) {
          shares.forget();
        }
      }
      case CompleteJoin -> {
        if (books.with(GroupStatus.JOINING).size() == 1) {
          shares.forget();
        }
      }
      case EndBootstrap, Decommission, Leave -> {}
    }
    return switch (step.action()) {
      case StartBootstrap -> group.with(GroupStatus.JOINING);
      case CompleteJoin -> group.with(GroupStatus.PULLING);
      case EndBootstrap -> group.with(GroupStatus.MEMBER);
      case Decommission -> group.with(GroupStatus.LEAVING);
      case Leave -> group.with(GroupStatus.OUT);
      case PlanShares, PullShare, Pull, Drain -> group;
    };
  }
}
