package io.zabdb.balance.move;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.balance.Stores;
import io.zabdb.balance.load.GroupBooks;
import io.zabdb.balance.load.GroupLayout;
import io.zabdb.balance.load.GroupPlace;
import io.zabdb.balance.load.GroupStatus;
import io.zabdb.balance.load.LoadKind;
import io.zabdb.balance.load.MoveLimits;
import io.zabdb.balance.load.NodeLife;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaderSpreadTest {

  private static final long LATER = 60_000;
  private static final double FOLLOWER = 0.25;

  private final LeaderSpread spread = new LeaderSpread(MoveRules.USUAL, PayGuards.STANDARD);
  private long time = LATER;

  private List<LeaderTransfer> plan(Stores store, long now) {
    GroupBooks books = PayGuards.STANDARD.books(store.view(now), MoveLimits.USUAL, FOLLOWER);
    return spread.plan(books, new GroupLayout(books.view()));
  }

  /** As many groups of nodes 0 and 1 as there are figures, each led by node 0. */
  private static Stores pair(double... hits) {
    Stores store = new Stores().nodes(2);
    for (int g = 0; g < hits.length; g++) {
      store.group(GroupStatus.MEMBER, 0, 1).partitions(g, hits[g]);
    }
    return store;
  }

  /** Takes what is planned, a round a second, until nothing is. */
  private List<LeaderTransfer> rounds(Stores store) {
    List<LeaderTransfer> all = new ArrayList<>();
    while (all.size() < 100) {
      long now = time;
      time += LeaderSpread.EVERY_MILLIS;
      List<LeaderTransfer> transfers = plan(store, now);
      if (transfers.isEmpty()) {
        return all;
      }
      for (LeaderTransfer transfer : transfers) {
        GroupPlace place = store.view(now).groups().get(transfer.group());
        assertEquals(place.leader(), transfer.from());
        store.replace(transfer.group(), place.ledBy(transfer.to()));
      }
      all.addAll(transfers);
    }
    throw new AssertionError("no end: " + all);
  }

  @Test
  void aNodeLeadsItsShareOfLoadNotOfNumber() {
    assertEquals(
        List.of(new LeaderTransfer(0, 0, 1)), rounds(pair(300, 100, 100, 100)), "1 of 4 is half");
    assertEquals(2, rounds(pair(100, 100, 100, 100)).size());
  }

  @Test
  void aTransferMustMakeTheHotterEndClearlyCooler() {
    assertEquals(List.of(), plan(pair(400), LATER), "the other would be as hot");
    // 650 and 162.5 to do, a follower a quarter: by the second group 425 and 387.5.
    assertEquals(List.of(new LeaderTransfer(1, 0, 1)), plan(pair(100, 300, 250), LATER));
    // 1050 and 262.5: by 980 the other would have 997.5, and 1050 is 5.26% more; by 990, 4.5%.
    assertEquals(List.of(new LeaderTransfer(0, 0, 1)), plan(pair(980, 70), 2 * LATER));
    assertEquals(List.of(new LeaderTransfer(1, 0, 1)), plan(pair(990, 60), 3 * LATER));
  }

  /**
   * 330 to do at node 2, 252.5 at node 0, 192.5 at node 1: whoever took one of node 2's groups
   * would have more than 320. With one of its own handed on to node 1, node 0 can take one.
   */
  private static Stores relay() {
    return new Stores()
        .nodes(3)
        .group(GroupStatus.MEMBER, 2, 0)
        .partitions(0, 150)
        .group(GroupStatus.MEMBER, 2, 1)
        .partitions(1, 180)
        .group(GroupStatus.MEMBER, 0, 1)
        .partitions(2, 110)
        .group(GroupStatus.MEMBER, 0, 1)
        .partitions(3, 80)
        .group(GroupStatus.MEMBER, 1, 0)
        .partitions(4, 100);
  }

  @Test
  void aNodeHandsOnWhatIsInTheWayOfAHotterOne() {
    assertEquals(
        List.of(new LeaderTransfer(2, 0, 1), new LeaderTransfer(0, 2, 0)), rounds(relay()));
  }

  @Test
  void whoeverTakesPartInARelayMustBeThere() {
    for (int node : List.of(0, 1)) {
      assertEquals(List.of(), plan(relay().fate(node, NodeLife.AWAY), LATER), "without " + node);
    }
    Stores heir = relay();
    for (int g = 2; g < 4; g++) {
      heir.replace(g, heir.view(0).groups().get(g).leavingTo(4));
    }
    assertTrue(plan(heir, LATER).stream().noneMatch(transfer -> transfer.group() == 2));
  }

  /**
   * So many hits of groups 0 (nodes 2, 0), 1 (2, 1), 2 and 3 (0, 1), and 4 (1, 0), each led by the
   * first of its nodes.
   */
  private static Stores three(double... hits) {
    Stores store = new Stores().nodes(3);
    Integer[][] members = {{2, 0}, {2, 1}, {0, 1}, {0, 1}, {1, 0}};
    for (int g = 0; g < members.length; g++) {
      store.group(GroupStatus.MEMBER, members[g]).partitions(g, hits[g]);
    }
    return store;
  }

  /** 380 at node 2 are 8.6% above the mean; by a relay the three would have at most 357.5. */
  @Test
  void aRelayIsForNodesThatHaveClearlyMoreThanTheMean() {
    assertEquals(List.of(), plan(three(30, 350, 30, 270, 160), LATER));
  }

  /**
   * 410 at node 2, 11.8% above the mean; by a relay it would have 395 still, which is 3.8% less.
   */
  @Test
  void aRelayMustRelieveTheHottest() {
    assertEquals(List.of(), plan(three(20, 390, 240, 100, 130), LATER));
  }

  @Test
  void littleIsNothing() {
    assertEquals(List.of(), plan(pair(4, 4), LATER), "less than 1% of what a node can do");
    assertEquals(1, plan(pair(8, 8), LATER).size());
  }

  @Test
  void aNodeTakesPartInOneTransferASecond() {
    Stores store = pair(100, 100, 100, 100, 100, 100);
    assertEquals(1, plan(store, LATER).size());
    assertEquals(List.of(), plan(store, LATER + LeaderSpread.EVERY_MILLIS - 1));
    assertEquals(1, plan(store, LATER + LeaderSpread.EVERY_MILLIS).size());
    Stores three = new Stores().nodes(3);
    for (int g = 0; g < 8; g++) {
      three.group(GroupStatus.MEMBER, g % 2, 2).partitions(g, 100);
    }
    assertEquals(
        1, plan(three, LATER + 9_000).size(), "node 2 takes one, though both others would give");
  }

  @Test
  void whoLeavesLeadsNothing() {
    Stores store = pair(400).fate(0, NodeLife.LEAVES);
    assertEquals(List.of(new LeaderTransfer(0, 0, 1)), plan(store, LATER));
  }

  @Test
  void nobodyIsAskedWhoCannotLead() {
    assertEquals(List.of(), plan(pair(300, 300).fate(1, NodeLife.DEAD), LATER));
    assertEquals(List.of(), plan(pair(300, 300).fate(1, NodeLife.AWAY), LATER));
    assertEquals(List.of(), plan(pair(300, 300), LATER - 1), "its load is not known yet");
    Stores down = pair(300, 300);
    for (int g = 0; g < 2; g++) {
      down.replace(g, down.view(0).groups().get(g).up(false));
    }
    assertEquals(List.of(), plan(down, LATER));
    Stores heir = pair(300, 300, 1);
    for (int g = 0; g < 2; g++) {
      heir.replace(g, heir.view(0).groups().get(g).leavingTo(2));
    }
    assertTrue(plan(heir, LATER).stream().allMatch(transfer -> transfer.group() == 2));
  }

  @Test
  void itIsNotedInTheBooks() {
    GroupBooks books =
        PayGuards.STANDARD.books(pair(100, 100).view(LATER), MoveLimits.USUAL, FOLLOWER);
    spread.plan(books, new GroupLayout(books.view()));
    assertEquals(
        books.nodes().load(LoadKind.REQUESTS, 0), books.nodes().load(LoadKind.REQUESTS, 1), 1e-9);
  }
}
