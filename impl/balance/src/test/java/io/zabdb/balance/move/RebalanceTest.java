package io.zabdb.balance.move;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zabdb.balance.Stores;
import io.zabdb.balance.load.GroupBooks;
import io.zabdb.balance.load.GroupLayout;
import io.zabdb.balance.load.GroupStatus;
import io.zabdb.balance.load.MoveLimits;
import io.zabdb.balance.load.NodeLife;
import io.zabdb.balance.load.NodePlace;
import io.zabdb.balance.load.PlannedMove;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RebalanceTest {

  private static final long LATER = 60_000;

  private static Stores two() {
    return new Stores().nodes(2).group(GroupStatus.MEMBER, 0).group(GroupStatus.MEMBER, 1);
  }

  private static List<Integer> moved(Stores store, long now) {
    return moved(store, now, 1);
  }

  private static List<Integer> moved(Stores store, long now, int limit) {
    return moved(new Rebalance(MoveRules.USUAL, PayGuards.STANDARD), store, now, limit);
  }

  private static List<Integer> moved(Rebalance rebalance, Stores store, long now, int limit) {
    GroupBooks books =
        PayGuards.STANDARD.books(store.view(now), new MoveLimits(limit, limit, 999), 0);
    rebalance.plan(books, new GroupLayout(books.view()), Set.of());
    return books.moves().planned().stream().map(PlannedMove::partition).toList();
  }

  @Test
  void aMoveMustPayAlsoWhenItIsDone() {
    assertEquals(List.of(0), moved(two().partitions(0, 100, 221).partitions(1, 100), LATER));
    assertEquals(List.of(), moved(two().partitions(0, 100, 220).partitions(1, 100), LATER));
  }

  @Test
  void whatIsOnItsWayCountsAtBothEnds() {
    Stores store = two().partitions(0, 60, 60, 60, 60).partitions(1, 100);
    assertEquals(List.of(0), moved(store, LATER, 9));
    assertEquals(List.of(), moved(store.moving(0, 1), LATER, 9));
  }

  /** Partitions of 2,000 bytes. */
  private static Stores sizes(int... each) {
    Stores store = new Stores().nodes(each.length);
    for (int node = 0; node < each.length; node++) {
      store.group(GroupStatus.MEMBER, node);
      for (int p = 0; p < each[node]; p++) {
        store.partition(node, 2_000, 0);
      }
    }
    return store;
  }

  /** Bytes stay where they are while nodes differ by less than 30% of the mean, 130. */
  @Test
  void whoeverHasHardlyAnythingIsFilledToTheMean() {
    assertEquals(110 - 33, moved(sizes(227, 33), LATER, 999).size());
    assertEquals(119 - 32, moved(sizes(228, 32), LATER, 999).size(), "a quarter is 32.5");
  }

  @Test
  void itIsFilledThoughThatTakesManyRounds() {
    Rebalance rebalance = new Rebalance(MoveRules.USUAL, PayGuards.STANDARD);
    assertEquals(1, moved(rebalance, sizes(228, 32), LATER, 1).size());
    assertEquals(119 - 100, moved(rebalance, sizes(160, 100), LATER, 999).size());
    assertEquals(0, moved(rebalance, sizes(136, 124), LATER, 999).size());
    assertEquals(110 - 100, moved(rebalance, sizes(160, 100), LATER, 999).size(), "it was full");
  }

  @Test
  void whoeverWasAwayIsFilledAnewOnlyIfItHasHardlyAnything() {
    Rebalance rebalance = new Rebalance(MoveRules.USUAL, PayGuards.STANDARD);
    moved(rebalance, sizes(228, 32), LATER, 1);
    moved(rebalance, sizes(160, 100).fate(1, NodeLife.AWAY), LATER, 1);
    assertEquals(110 - 100, moved(rebalance, sizes(160, 100), LATER + 300_000, 999).size());
  }

  /**
   * It has 89% of the mean, 320,000; what would be moved for a node that is filled makes it 101%.
   */
  @Test
  void nobodyIsFilledBeyondTheMean() {
    Rebalance rebalance = new Rebalance(MoveRules.USUAL, PayGuards.STANDARD);
    moved(rebalance, sizes(184, 184, 10), LATER, 1);
    Stores store = new Stores().nodes(3);
    for (int node = 0; node < 3; node++) {
      store.group(GroupStatus.MEMBER, node);
    }
    store.partition(0, 357_600, 0).partition(0, 38_400, 0);
    store.partition(1, 279_200, 0).partition(2, 284_800, 0);
    assertEquals(List.of(), moved(rebalance, store, LATER + 300_000, 1));
  }

  @Test
  void whatFillsComesFromAboveTheMean() {
    for (int above = 0; above < 2; above++) {
      Rebalance rebalance = new Rebalance(MoveRules.USUAL, PayGuards.STANDARD);
      moved(rebalance, sizes(184, 184, 10), LATER, 1);
      // The mean is 320,000. Node 0 has one piece, node 1 can give 20,000.
      Stores store = new Stores().nodes(3);
      for (int node = 0; node < 3; node++) {
        store.group(GroupStatus.MEMBER, node);
      }
      store.partition(0, 372_000 - above * 4_000, 0).partition(1, 318_000 + above * 4_000, 0);
      store.partition(1, 20_000, 0).partition(2, 250_000, 0);
      assertEquals(above, moved(rebalance, store, LATER + 300_000, 1).size());
    }
  }

  /** Leaderships follow, so that requests count a quarter where bytes fill a node. */
  @Test
  void aNodeIsFilledThoughThatMakesRequestsLessEven() {
    assertEquals(1, filledWith(22), "2.96 for the bytes, 3.2 against it, of which a quarter");
    assertEquals(0, filledWith(70), "14 against it");
  }

  /** Whether a partition with so many hits comes to a node with few bytes and many hits. */
  private static int filledWith(double hits) {
    Stores store = two().partition(0, 20_000, hits);
    for (int p = 1; p < 24; p++) {
      store.partition(0, 20_000, (100 - hits) / 23).rests(p, LATER + 1);
    }
    for (int p = 24; p < 27; p++) {
      store.partition(1, 20_000, 200.0 / 3).rests(p, LATER + 1);
    }
    return moved(store, LATER).size();
  }

  @Test
  void whatRestsStays() {
    Stores store = two().partitions(0, 100, 300).partitions(1, 1);
    assertEquals(List.of(0), moved(store, LATER));
    assertEquals(List.of(), moved(store.rests(0, LATER + 1).rests(1, LATER + 1), LATER));
  }

  /** Ten nodes with a partition that is too much for any, and one behind them that can give. */
  @Test
  void whoeverFindsNobodyIsPassedOverForFiveMinutes() {
    Stores store = new Stores().nodes(13);
    for (int node = 0; node < 13; node++) {
      store.group(GroupStatus.MEMBER, node);
    }
    for (int node = 0; node < 10; node++) {
      store.partitions(node, 900);
    }
    store.partitions(10, 300, 200);
    Rebalance rebalance = new Rebalance(MoveRules.USUAL, PayGuards.STANDARD);
    assertEquals(8, stuck(rebalance, store, LATER, 0));
    assertEquals(3, stuck(rebalance, store, LATER + 10_000, 1), "2 and who gets node 10's");
    assertEquals(0, stuck(rebalance, store, LATER + 20_000, 1));
    assertEquals(8, stuck(rebalance, store, LATER + 300_000, 0), "all are asked again");
  }

  @Test
  void rulesSayForHowLongWhoeverFindsNobodyIsPassedOver() {
    Stores store = new Stores().nodes(2).group(GroupStatus.MEMBER, 0).partitions(0, 100, 300);
    MoveRules rules = new MoveRules(10, 5, 1, 90, 3_600_000, 60_000, 300);
    Rebalance rebalance = new Rebalance(rules, PayGuards.STANDARD);
    assertEquals(1, stuck(rebalance, store, LATER, 0));
    assertEquals(0, stuck(rebalance, store, LATER + 299, 0));
    assertEquals(1, stuck(rebalance, store, LATER + 300, 0));
  }

  /** A group that was born a moment ago is there to take something. */
  @Test
  void whoeverFoundNobodyIsAskedAgainWhenGroupsAreOthers() {
    Stores store = new Stores().nodes(2).group(GroupStatus.MEMBER, 0).partitions(0, 100, 300);
    Rebalance rebalance = new Rebalance(MoveRules.USUAL, PayGuards.STANDARD);
    assertEquals(1, stuck(rebalance, store, LATER, 0));
    assertEquals(0, stuck(rebalance, store, LATER + 1, 0));
    stuck(rebalance, store.group(GroupStatus.MEMBER, 1), LATER + 2, 1);
  }

  /** A group may be born before the load of its nodes is known. */
  @Test
  void whoeverFoundNobodyIsAskedAgainWhenANodeIsKnown() {
    Stores store = new Stores().nodes(2).group(GroupStatus.MEMBER, 0).partitions(0, 100, 300);
    store.node("z2", NodePlace.ANY_SEATS, LATER).group(GroupStatus.MEMBER, 2);
    Rebalance rebalance = new Rebalance(MoveRules.USUAL, PayGuards.STANDARD);
    assertEquals(1, stuck(rebalance, store, LATER, 0), "there is a group, and it may not take");
    assertEquals(0, stuck(rebalance, store, 2 * LATER - 1, 0));
    stuck(rebalance, store, 2 * LATER, 1);
  }

  private static int stuck(Rebalance rebalance, Stores store, long now, int moves) {
    GroupBooks books = PayGuards.STANDARD.books(store.view(now), MoveLimits.USUAL, 0);
    List<Integer> stuck = rebalance.plan(books, new GroupLayout(books.view()), Set.of());
    assertEquals(moves, books.moves().planned().size());
    return stuck.size();
  }

  @Test
  void aMoveIsWorthItsBytes() {
    for (long size : List.of(100_000L, 10_000L)) {
      Stores store = two().partition(0, size, 120).partition(0, 100_000, 280);
      store.partition(1, 100_000, 100).partition(1, 100_000, 0);
      assertEquals(size < 100_000 ? List.of(0) : List.of(), moved(store, LATER));
    }
  }

  @Test
  void whoHasMoreThanTheMeanGetsNoMoreThoughOthersAreBusy() {
    Stores store =
        two().node("z2").group(GroupStatus.MEMBER, 2).partition(1, 1_000, 0).moving(0, 2);
    store.partitions(0, 100, 100, 100, 100, 100, 100);
    assertEquals(List.of(), moved(store.partitions(1, 350), LATER));
    Stores less = two().node("z2").group(GroupStatus.MEMBER, 2).partition(1, 1_000, 0).moving(0, 2);
    less.partitions(0, 100, 100, 100, 100, 100, 100);
    assertEquals(List.of(1), moved(less.partitions(1, 250), LATER));
  }

  @Test
  void whoHandsALeadershipOverGivesNoPartitionForRequests() {
    Stores store = two().partitions(0, 100, 300).partitions(1, 1, 1);
    GroupBooks books = PayGuards.STANDARD.books(store.view(LATER), MoveLimits.USUAL, 0);
    Rebalance rebalance = new Rebalance(MoveRules.USUAL, PayGuards.STANDARD);
    rebalance.plan(books, new GroupLayout(books.view()), Set.of(0));
    assertEquals(List.of(), books.moves().planned());
    rebalance.plan(books, new GroupLayout(books.view()), Set.of(1));
    assertEquals(1, books.moves().planned().size());
  }

  @Test
  void littleIsNothing() {
    assertEquals(List.of(), moved(two().partitions(0, 3, 6).partitions(1, 0), LATER));
    assertEquals(List.of(0), moved(two().partitions(0, 4, 7).partitions(1, 0), LATER));
  }

  @Test
  void aNodesLoadCountsFromItsFirstFullMinute() {
    assertEquals(List.of(), moved(two().partitions(0, 100, 300), LATER - 1));
  }

  @Test
  void figuresThatMakeNoSenseAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new MoveRules(0, 5, 1, 90, 0, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> new MoveRules(10, 0, 1, 90, 0, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> new MoveRules(10, 5, 1, 90, 0, 0, -1));
  }
}
