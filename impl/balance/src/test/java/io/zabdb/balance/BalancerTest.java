package io.zabdb.balance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.balance.group.GroupChange;
import io.zabdb.balance.load.GroupPlace;
import io.zabdb.balance.load.GroupStatus;
import io.zabdb.balance.load.LoadView;
import io.zabdb.balance.load.NodeLife;
import io.zabdb.balance.load.PlannedMove;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BalancerTest {

  private static final long LATER = 60_000;
  private static final double FOLLOWER = 0.25;

  private final Balancer balancer = new Balancer(BalanceRules.usual(500));

  private static Stores pairs(double... hits) {
    Stores store = new Stores().nodes(4);
    for (double each : hits) {
      int group = store.view(0).groups().size();
      store.group(GroupStatus.MEMBER, 0, 1).partitions(group, each);
    }
    return store;
  }

  @Test
  void leadershipsComeBeforePartitions() {
    Stores store = new Stores().nodes(2);
    store.group(GroupStatus.MEMBER, 0, 1).group(GroupStatus.MEMBER, 0, 1);
    store.partitions(0, 100, 100).partitions(1, 100, 100);
    Plan plan = balancer.round(store.view(LATER), FOLLOWER);
    assertEquals(1, plan.transfers().size());
    assertEquals(List.of(), plan.moves(), "what leaderships do is not done by partitions");
    assertFalse(plan.isEmpty());
  }

  @Test
  void filesForHeirsComeBeforeBalance() {
    Stores store =
        new Stores()
            .nodes(3)
            .group(GroupStatus.MEMBER, 0)
            .group(GroupStatus.MEMBER, 1)
            .group(GroupStatus.MEMBER, 2)
            .partitions(0, 10)
            .partitions(1, 100, 100, 100, 100);
    LoadView before = store.view(LATER);
    assertEquals(List.of(1), moved(before), "node 1 relieves itself");
    store.replace(0, before.groups().get(0).leavingTo(2)).fate(0, NodeLife.LEAVES);
    assertEquals(List.of(0), moved(store.view(LATER)), "node 2 receives one at a time");
  }

  private List<Integer> moved(LoadView view) {
    return balancer.round(view, FOLLOWER).moves().stream().map(PlannedMove::partition).toList();
  }

  @Test
  void groupsOnTheirWayAreTakenFurther() {
    Stores store = new Stores().nodes(2).group(GroupStatus.MEMBER, 0).partitions(0, 1, 1, 1, 1);
    store.group(GroupStatus.PULLING, 1);
    assertEquals(1, balancer.round(store.view(LATER), FOLLOWER).moves().size());
    Stores leaving = new Stores().nodes(2).group(GroupStatus.MEMBER, 0).partitions(0, 1);
    leaving.group(GroupPlace.of(List.of(1), GroupStatus.LEAVING));
    assertEquals(
        List.of(new GroupChange.StatusChange(1, GroupStatus.OUT)),
        balancer.round(leaving.view(LATER), FOLLOWER).groups());
  }

  @Test
  void theSameViewGivesTheSamePlan() {
    LoadView view = pairs(300, 200, 100, 50, 25).view(LATER);
    Plan plan = balancer.round(view, FOLLOWER);
    assertEquals(plan, new Balancer(BalanceRules.usual(500)).round(view, FOLLOWER));
    assertTrue(plan.groups().stream().anyMatch(GroupChange.NewGroup.class::isInstance));
  }

  @Test
  void aPlanIsPrintedAndItsLengthIsBounded() {
    Stores store = pairs(300, 200, 100).fate(3, NodeLife.LEAVES);
    store.group(GroupStatus.MEMBER, 1, 2, 3).partitions(3, 1);
    LoadView view = store.view(LATER);
    Plan plan = balancer.round(view, FOLLOWER);
    String text = String.join("\n", PlanText.lines(view, plan, FOLLOWER));
    assertTrue(text.startsWith("imbalance: bytes 0."), text);
    assertTrue(text.contains("leadership of group 0: node 0 to node 1"), text);
    assertTrue(text.contains("group 3: its nodes are to be [1, 2, 0]"), text);
    List<PlannedMove> many =
        IntStream.range(0, 60).mapToObj(i -> new PlannedMove(0, 0, 3, 0)).toList();
    Plan long60 = new Plan(List.of(), many, List.of(), List.of(2));
    List<String> lines = PlanText.lines(view, long60, FOLLOWER);
    assertEquals(1 + PlanText.MOST_LINES + 1 + 1, lines.size());
    assertEquals(
        "partition 0 (1,000 bytes, 300.0 hits/s): group 0 to group 3, files from node 0 to nodes"
            + " [2, 3]",
        lines.get(1));
    assertEquals("and 10 more", lines.get(51));
    assertEquals("node 2 has too much to do, and no move would pay", lines.get(52));
    Plan groups =
        new Plan(
            List.of(),
            List.of(),
            List.of(
                new GroupChange.NewGroup(List.of(1)),
                new GroupChange.StatusChange(2, GroupStatus.OUT),
                new GroupChange.NotPossible("group 3 needs other nodes", "no quorum")),
            List.of());
    assertEquals(
        "new group of nodes [1]; group 2 becomes OUT; NOT POSSIBLE: group 3 needs other nodes: no quorum",
        PlanText.lines(view, groups, FOLLOWER).stream().skip(1).collect(Collectors.joining("; ")));
  }

  @Test
  void aFollowerDoesNoMoreThanALeader() {
    LoadView view = new Stores().nodes(1).group(GroupStatus.MEMBER, 0).view(LATER);
    for (double share : new double[] {1.01, -0.01, Double.NaN}) {
      assertThrows(IllegalArgumentException.class, () -> balancer.round(view, share));
    }
  }
}
