package io.zabdb.balance.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.balance.Stores;
import io.zabdb.balance.load.GroupBooks;
import io.zabdb.balance.load.GroupStatus;
import io.zabdb.balance.load.MoveLimits;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** What the replay of the spec's behaviours does not say: sets of groups, limits, rest. */
class BootstrapPlannerTest {

  private static final BootstrapRules RULES = BootstrapRules.usual(10);

  private final BootstrapPlanner planner = new BootstrapPlanner(RULES, BootstrapGuards.STANDARD);

  private static double[] rising(int count) {
    return DoubleStream.iterate(1, hits -> hits + 1).limit(count).toArray();
  }

  /** A group of one node with all, and two that join. */
  private static Stores two() {
    return new Stores()
        .nodes(3)
        .group(GroupStatus.MEMBER, 0)
        .group(GroupStatus.JOINING, 1)
        .group(GroupStatus.JOINING, 2);
  }

  private static GroupBooks books(Stores store) {
    return new GroupBooks(store.view(0), new MoveLimits(1, 2, 100), 0);
  }

  private List<BootstrapStep> steps(GroupBooks books) {
    return planner.proceed(books).toList();
  }

  private void takeFirst(GroupBooks books) {
    planner.take(books, steps(books).get(0));
  }

  @Test
  void aHeavyGroupGivesATenthAndTheRestWaits() {
    Stores store = two().group(GroupStatus.MEMBER, 0).partitions(0, rising(21)).partitions(3, 1, 1);
    GroupBooks books = books(store);
    takeFirst(books);
    assertEquals(2, planner.shares().due(0));
    assertEquals(0, planner.shares().due(3));
    BootstrapStep first = steps(books).get(0);
    assertEquals(new BootstrapStep(BootstrapAction.PullShare, 1, 0, 10), first);
    takeFirst(books);
    assertEquals(1, planner.shares().due(0));
    assertTrue(
        steps(books).stream().noneMatch(step -> step.action() == BootstrapAction.PullShare),
        "one share of a group at a time");
  }

  /** A node that has two heavy groups sends no more shares at a time than it may. */
  @Test
  void sharesWaitForRoomAtTheirNodes() {
    Stores store =
        two()
            .group(GroupStatus.MEMBER, 0)
            .group(GroupStatus.MEMBER, 1)
            .partitions(0, rising(20))
            .partitions(3, rising(20))
            .partitions(4, 1);
    for (int out : List.of(1, 2)) {
      planner.shares().forget();
      GroupBooks books = new GroupBooks(store.view(0), new MoveLimits(1, out, 100), 0);
      takeFirst(books);
      assertEquals(List.of(2, 2), List.of(planner.shares().due(0), planner.shares().due(3)));
      takeFirst(books);
      long more =
          steps(books).stream()
              .filter(step -> step.action() == BootstrapAction.PullShare)
              .filter(step -> step.group() == 2 && step.other() == 3)
              .count();
      assertEquals(out > 1, more > 0, "node 0 may send " + out);
    }
  }

  @Test
  void theSharesOfASetArePlannedOnceAndForgottenWithItsLast() {
    Stores store = two().partitions(0, 1, 1);
    GroupBooks books = books(store);
    takeFirst(books);
    assertEquals(
        List.of(BootstrapAction.CompleteJoin, BootstrapAction.CompleteJoin),
        steps(books).stream().map(BootstrapStep::action).toList());
    takeFirst(books);
    assertTrue(planner.shares().isPlanned(), "group 2 is still joining");
    GroupBooks last =
        books(store.replace(1, store.view(0).groups().get(1).with(GroupStatus.PULLING)));
    planner.take(last, BootstrapStep.of(BootstrapAction.CompleteJoin, 2));
    assertTrue(!planner.shares().isPlanned());
  }

  @Test
  void aGroupThatComesWhileOthersJoinIsOneOfTheirSet() {
    Stores store =
        two()
            .group(GroupStatus.OUT, 1)
            .group(GroupStatus.MEMBER, 0)
            .partitions(0, rising(20))
            .partitions(4, 1);
    takeFirst(books(store));
    assertEquals(2, planner.shares().due(0));
    takeFirst(books(store));
    assertEquals(1, planner.shares().due(0));
    BootstrapStep late = BootstrapStep.of(BootstrapAction.StartBootstrap, 3);
    planner.take(books(store), late);
    assertEquals(1, planner.shares().due(0), "what was given counts for the whole set");
    planner.take(
        books(new Stores().nodes(2).group(GroupStatus.MEMBER, 0).group(GroupStatus.OUT, 1)),
        BootstrapStep.of(BootstrapAction.StartBootstrap, 1));
    assertTrue(!planner.shares().isPlanned(), "a new set is planned anew");
  }

  @Test
  void moreGoOnAtATimeAsFarAsNodesAllow() {
    Stores store =
        new Stores()
            .nodes(4)
            .group(GroupStatus.MEMBER, 0)
            .group(GroupStatus.PULLING, 1)
            .group(GroupStatus.PULLING, 2)
            .group(GroupStatus.PULLING, 3)
            .partitions(0, rising(12));
    GroupBooks books = books(store);
    while (planner.proceed(books).findAny().isPresent()) {
      takeFirst(books);
    }
    assertEquals(2, books.moves().planned().size(), "node 0 sends two");
    assertEquals(List.of(1, 2), books.moves().planned().stream().map(move -> move.to()).toList());
  }

  @Test
  void whatRestsIsNotChosen() {
    Stores store =
        new Stores()
            .nodes(2)
            .group(GroupStatus.MEMBER, 0)
            .group(GroupStatus.PULLING, 1)
            .partitions(0, rising(5))
            .rests(2, 1);
    assertEquals(
        List.of(1, 3), steps(books(store)).stream().map(BootstrapStep::partition).toList());
  }

  @Test
  void aGroupWithAnHeirIsDrainedByOthers() {
    Stores store = new Stores().nodes(2).group(GroupStatus.MEMBER, 0).group(GroupStatus.MEMBER, 1);
    store.partitions(0, 1).replace(0, store.view(0).groups().get(0).leavingTo(1));
    assertEquals(List.of(), steps(books(store)));
  }

  @Test
  void figuresThatMakeNoSenseAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new BootstrapRules(Double.NaN, 120, 10));
    assertThrows(IllegalArgumentException.class, () -> new BootstrapRules(1, 99, 10));
    assertThrows(IllegalArgumentException.class, () -> new BootstrapRules(1, 120, 0));
    assertThrows(IllegalArgumentException.class, () -> new BootstrapRules(1, 120, 101));
  }
}
