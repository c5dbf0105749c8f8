package io.zabdb.balance.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.balance.Stores;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LoadViewTest {

  private static final double FOLLOWER = 0.5;

  private final Stores store =
      new Stores()
          .nodes(4)
          .group(GroupStatus.MEMBER, 0, 1, 2)
          .group(GroupStatus.MEMBER, 3, 0, 1)
          .partitions(0, 100, 300)
          .partitions(1, 40);

  private static void refused(String reason, Runnable made) {
    String message = assertThrows(IllegalArgumentException.class, made::run).getMessage();
    assertTrue(message.contains(reason), message);
  }

  @Test
  void whatItNamesIsThere() {
    refused("no group 2: there are 2", () -> store.partitions(2, 1).view(0));
    refused(
        "no node 4: there are 4", () -> new Stores().nodes(4).group(GroupStatus.MEMBER, 4).view(0));
    refused(
        "no group 7",
        () ->
            new Stores()
                .nodes(1)
                .group(GroupPlace.of(List.of(0), GroupStatus.MEMBER).leavingTo(7))
                .view(0));
  }

  @Test
  void aPartitionIsInOneMoveFromItsOwner() {
    store.moving(0, 1);
    assertEquals(1, store.view(0).moves().size());
    refused("partition 0 is in two moves", () -> store.moving(0, 1).view(0));
    refused(
        "not from its owner to another",
        () ->
            new Stores()
                .nodes(1)
                .group(GroupStatus.MEMBER, 0)
                .partitions(0, 1)
                .moving(0, 0)
                .view(0));
    refused(
        "none of [0, 1, 2]",
        () ->
            new Stores()
                .nodes(4)
                .group(GroupStatus.MEMBER, 0, 1, 2)
                .group(GroupStatus.MEMBER, 3, 0, 1)
                .partitions(0, 1)
                .moving(0, 1, 3)
                .view(0));
  }

  @Test
  void whatCannotBeIsRefused() {
    refused("is none of", () -> new GroupPlace(List.of(1, 2), 3, GroupStatus.MEMBER, true, -1));
    refused("different", () -> GroupPlace.of(List.of(1, 1), GroupStatus.MEMBER));
    refused("no heir", () -> new GroupPlace(List.of(1), 1, GroupStatus.MEMBER, true, 0));
    refused("0 bytes", () -> new NodePlace("z", "r", 0, 1, 1, NodeLife.STAYS, 0));
    refused("NaN requests", () -> new NodePlace("z", "r", 1, Double.NaN, 1, NodeLife.STAYS, 0));
    refused("NaN hits", () -> store.partition(0, 1, Double.NaN).view(0));
    refused(
        "-1 bytes",
        () -> new Stores().nodes(1).group(GroupStatus.MEMBER, 0).partition(0, -1, 1).view(0));
    refused("at least 1", () -> new MoveLimits(0, 1, 1));
  }

  @Test
  void aLeaderDoesMoreThanAFollower() {
    NodeBooks books = NodeBooks.expected(store.view(0), FOLLOWER);
    assertEquals(0.4 + 0.02, books.load(LoadKind.REQUESTS, 0), 1e-9);
    assertEquals(0.2, books.load(LoadKind.REQUESTS, 2), 1e-9);
    assertEquals(0.04, books.load(LoadKind.REQUESTS, 3), 1e-9);
    assertEquals(3_000.0 / Stores.DISK, books.load(LoadKind.BYTES, 1), 1e-9);
    books.handedOver(0, 2, 400);
    assertEquals(0.4, books.load(LoadKind.REQUESTS, 2), 1e-9);
    assertEquals(0.2 + 0.02, books.load(LoadKind.REQUESTS, 0), 1e-9);
    assertEquals(2, books.leader(0));
  }

  @Test
  void whatIsOnItsWayCountsWhereItGoes() {
    LoadView view = store.moving(1, 1).view(0);
    NodeBooks books = NodeBooks.expected(view, FOLLOWER);
    assertEquals(0.34, books.load(LoadKind.REQUESTS, 3), 1e-9);
    assertEquals(2_000.0 / Stores.DISK, books.load(LoadKind.BYTES, 3), 1e-9);
    assertEquals(Set.of(3), NodeBooks.receivers(view.groups().get(0), view.groups().get(1)));
    NodeBooks now = NodeBooks.settled(view, FOLLOWER);
    assertEquals(0.04, now.load(LoadKind.REQUESTS, 3), 1e-9);
  }

  @Test
  void anHeirCountsAsIfItHadAllAlready() {
    LoadView view =
        store
            .group(GroupStatus.MEMBER, 1, 2, 3)
            .replace(0, GroupPlace.of(List.of(0, 1, 2), GroupStatus.MEMBER).leavingTo(2))
            .moving(1, 2)
            .view(0);
    NodeBooks books = NodeBooks.expected(view, FOLLOWER);
    assertEquals(0.02, books.load(LoadKind.REQUESTS, 0), 1e-9);
    assertEquals(0.4 + 0.02, books.load(LoadKind.REQUESTS, 1), 1e-9);
    assertEquals(0.2 + 0.04, books.load(LoadKind.REQUESTS, 3), 1e-9);
  }

  @Test
  void theImbalanceIsTheDeviationByTheMean() {
    assertEquals(0, Imbalance.index(3, 3, 3), 1e-9);
    assertEquals(0.5, Imbalance.index(1, 3), 1e-9);
    assertEquals(0, Imbalance.index(0, 0), 1e-9);
    assertEquals(0, Imbalance.index(), 1e-9);
    Imbalance whole = Imbalance.of(store.view(0), FOLLOWER);
    assertEquals(Imbalance.index(420, 220, 200, 40), whole.requests(), 1e-9);
    assertEquals(Imbalance.index(3, 3, 2, 1), whole.bytes(), 1e-9);
    assertEquals(whole.requests(), whole.worst(), 1e-9);
    Imbalance left = Imbalance.of(store.fate(3, NodeLife.LEAVES).view(0), FOLLOWER);
    assertEquals(Imbalance.index(420, 220, 200), left.requests(), 1e-9);
  }

  @Test
  void limitsHoldForEachNode() {
    LoadView view = store.moving(0, 1).view(0);
    MoveBooks moves = new MoveBooks(view, MoveLimits.USUAL);
    assertFalse(moves.mayMove(0, 1), "node 3 receives one already");
    assertTrue(moves.mayMove(1, 0), "node 2 receives nothing, and 0 and 1 have it");
    assertTrue(moves.maySend(0), "nodes 1 and 2 send nothing");
    assertTrue(moves.isMoving(0));
    assertEquals(List.of(1, 1), List.of(moves.from(0), moves.to(1)));
    MoveBooks few = new MoveBooks(view, new MoveLimits(9, 9, 1));
    assertFalse(few.mayMove(1, 0));
    assertTrue(few.hasRoom(1, 0), "the total is for what goes on in the background");
  }

  @Test
  void aSenderIsAMemberThatSendsLeastAndIsHere() {
    GroupBooks books =
        new GroupBooks(
            store.fate(1, NodeLife.AWAY).moving(0, 1).view(0), new MoveLimits(9, 1, 9), FOLLOWER);
    assertEquals(2, books.start(1, 0, 1).sender());
    assertFalse(books.moves().maySend(0), "each member sends one, or is away");
    assertEquals(List.of(1), books.moves().planned().stream().map(PlannedMove::partition).toList());
    assertEquals(0, books.holding(0));
    assertEquals(440, books.expectedLoad(1), 1e-9);
    assertEquals(400, books.load(0), 1e-9);
  }
}
