package io.zabdb.balance.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.balance.Stores;
import io.zabdb.balance.group.GroupChange.NewGroup;
import io.zabdb.balance.group.GroupChange.NotPossible;
import io.zabdb.balance.group.GroupChange.Replacement;
import io.zabdb.balance.group.GroupChange.StatusChange;
import io.zabdb.balance.load.GroupBooks;
import io.zabdb.balance.load.GroupLayout;
import io.zabdb.balance.load.GroupPlace;
import io.zabdb.balance.load.GroupStatus;
import io.zabdb.balance.load.MoveLimits;
import io.zabdb.balance.load.NodeLife;
import io.zabdb.balance.load.PlannedMove;
import io.zabdb.balance.move.MoveRules;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GroupPlannerTest {

  private static final PlacementRules RULES = PlacementRules.USUAL;

  private static List<GroupChange> plan(PlacementRules rules, Stores store) {
    GroupBooks books = new GroupBooks(store.view(0), MoveLimits.USUAL, 0);
    return new GroupPlanner(rules, MoveRules.USUAL).plan(books, new GroupLayout(books.view()));
  }

  private static List<PlannedMove> drained(Stores store, MoveLimits limits) {
    GroupBooks books = new GroupBooks(store.view(0), limits, 0);
    new GroupPlanner(RULES, MoveRules.USUAL).drain(books, new GroupLayout(books.view()));
    return books.moves().planned();
  }

  private static <T extends GroupChange> List<T> of(Class<T> kind, List<GroupChange> changes) {
    return changes.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** Nodes of zones 0, 1, 2, in turn; every third group is of three neighbours. */
  private static Stores cluster(int nodes) {
    return cluster(nodes, 2);
  }

  private static Stores cluster(int nodes, int partitionsOfGroup) {
    Stores store = new Stores().nodes(nodes);
    for (int g = 0; g < nodes; g++) {
      store.group(GroupStatus.MEMBER, g, (g + 1) % nodes, (g + 2) % nodes);
      store.partitions(g, DoubleStream.generate(() -> 10).limit(partitionsOfGroup).toArray());
    }
    return store;
  }

  private static void spread(List<Integer> members) {
    assertEquals(3, Set.copyOf(members).size(), members.toString());
    assertEquals(3, members.stream().map(node -> node % 3).distinct().count(), members.toString());
  }

  @Test
  void newNodesGetTheirNumberOfGroupsOfDistinctZones() {
    List<NewGroup> births = of(NewGroup.class, plan(RULES, cluster(9, 8).nodes(12)));
    births.forEach(birth -> spread(birth.members()));
    assertEquals(
        births.size(), births.stream().map(b -> Set.copyOf(b.members())).distinct().count());
    for (int node = 9; node < 21; node++) {
      int each = node;
      long groups = births.stream().filter(birth -> birth.members().contains(each)).count();
      assertEquals(RULES.groupsPerNode(), groups, "node " + node);
    }
  }

  /** Each takes whoever is best at the moment, so two more than wished may come of it. */
  @Test
  void newNodesShareGroupsWithFewOthers() {
    List<NewGroup> births = of(NewGroup.class, plan(RULES, cluster(9, 8).nodes(24)));
    for (int node = 9; node < 33; node++) {
      Set<Integer> partners = new HashSet<>();
      int each = node;
      births.stream()
          .map(NewGroup::members)
          .filter(members -> members.contains(each))
          .forEach(partners::addAll);
      assertTrue(
          partners.size() - 1 <= RULES.scatterWidth() + 2,
          "node " + node + " sits with " + partners);
    }
  }

  @Test
  void aSingleNewNodeTakesThePlaceOfHotOnes() {
    Stores store = cluster(9).node("z0");
    List<NewGroup> births = of(NewGroup.class, plan(RULES, store));
    assertEquals(6, births.size(), "so many pairs of nodes of zones 1 and 2 share a group");
    GroupLayout layout = new GroupLayout(store.view(0));
    for (NewGroup birth : births) {
      assertEquals(9, birth.members().get(0));
      spread(birth.members());
      assertTrue(
          IntStream.range(0, 9)
              .anyMatch(
                  g ->
                      layout.members(g).filter(node -> !birth.members().contains(node)).count()
                          == 1),
          birth + " is a sibling of none");
    }
  }

  /** Nothing could be put into more; but a node that is in no group gets one. */
  @Test
  void thereAreNoMoreGroupsThanPartitions() {
    Stores store = new Stores().nodes(6).group(GroupStatus.MEMBER, 0, 1, 2).partitions(0, 10, 10);
    List<NewGroup> births = of(NewGroup.class, plan(RULES, store));
    assertEquals(1, births.size(), births.toString());
    births.forEach(birth -> assertEquals(Set.of(3, 4, 5), Set.copyOf(birth.members())));
    store.group(GroupStatus.MEMBER, 3, 4, 5);
    assertEquals(List.of(), plan(RULES, store), "as many groups as partitions");
    store.partitions(0, 10);
    assertEquals(1, of(NewGroup.class, plan(RULES, store)).size());
    store.node("z0");
    births = of(NewGroup.class, plan(RULES, store));
    assertTrue(births.stream().anyMatch(birth -> birth.members().contains(6)), births.toString());
    store.group(GroupStatus.LEAVING, 0, 1, 3);
    assertEquals(births, plan(RULES, store), "what leaves does not count");
  }

  @Test
  void nobodyIsGivenGroupsWhoHasEnoughToDo() {
    assertEquals(List.of(), plan(RULES, cluster(9)));
  }

  @Test
  void aNodeForWhichNoGroupCanBeIsNamed() {
    Stores store = new Stores().nodes(1).group(GroupStatus.MEMBER, 0).partitions(0, 10).node("z1");
    List<NotPossible> refused = of(NotPossible.class, plan(RULES, store));
    assertEquals(List.of(), refused, "a sibling of one node can be");
    PlacementRules one = new PlacementRules(3, 1, 1, 8, 1, true);
    refused = of(NotPossible.class, plan(one, cluster(3).node("z0")));
    assertEquals("node 3 has little to do and is in no group", refused.get(0).what());
    assertTrue(refused.get(0).rule().contains("3 have no room for a group"), refused.toString());
  }

  /** Half of its room, so that it can be a partner of others as well. */
  @Test
  void aNodeIsGivenGroupsByItsRoom() {
    for (int[] wanted : new int[][] {{0, 0}, {1, 1}, {2, 1}, {3, 1}, {4, 2}, {7, 3}}) {
      Stores store = cluster(9).node("z0", wanted[0]);
      List<NewGroup> births = of(NewGroup.class, plan(RULES, store));
      assertEquals(wanted[1], births.size(), "with " + wanted[0] + " seats");
    }
    Stores full = new Stores().node("z0", 1).node("z1", 1).node("z2", 1);
    full.group(GroupStatus.MEMBER, 0, 1, 2).partitions(0, 10, 10).node("z0", 4);
    List<GroupChange> changes = plan(RULES, full);
    assertEquals(List.of(), of(NewGroup.class, changes), "the others have no room");
    String rule = of(NotPossible.class, changes).get(0).rule();
    assertTrue(rule.contains("3 have no room for a group"), rule);
    full.node("z1", 4).node("z2", 4);
    assertEquals(List.of(new NewGroup(List.of(3, 4, 5))), plan(RULES, full));
  }

  @Test
  void whereNobodyHasRoomAGroupWhoseNodeLeavesIsDrained() {
    Stores store = new Stores();
    for (int node = 0; node < 6; node++) {
      store.node("z" + node % 3, 1);
    }
    store.group(GroupStatus.MEMBER, 0, 1, 2).group(GroupStatus.MEMBER, 3, 4, 5);
    store.partitions(0, 10).partitions(1, 10);
    assertEquals(
        List.of(new StatusChange(1, GroupStatus.LEAVING)),
        plan(RULES, store.fate(4, NodeLife.LEAVES)));
    assertEquals(
        List.of(),
        of(StatusChange.class, plan(RULES, store.fate(4, NodeLife.DEAD))),
        "it may come back");
    store.fate(4, NodeLife.LEAVES).fate(1, NodeLife.AWAY);
    assertEquals(
        List.of(), of(StatusChange.class, plan(RULES, store)), "the other group is not whole");
    store.fate(1, NodeLife.STAYS).partition(0, Stores.DISK, 1);
    assertEquals(List.of(), of(StatusChange.class, plan(RULES, store)), "its disks are full");
  }

  @Test
  void aDeadNodesGroupsAreLeftToHeirsMostDegradedFirst() {
    Stores store = cluster(9).fate(4, NodeLife.DEAD).fate(2, NodeLife.DEAD);
    List<Replacement> heirs = of(Replacement.class, plan(RULES, store));
    assertEquals(List.of(2, 0, 1, 3, 4), heirs.stream().map(Replacement::group).toList());
    for (Replacement heir : heirs) {
      spread(heir.members());
      Set<Integer> kept = new HashSet<>(store.view(0).groups().get(heir.group()).members());
      kept.removeAll(List.of(2, 4));
      assertTrue(heir.members().containsAll(kept), heir + " keeps " + kept);
      assertTrue(heir.members().stream().noneMatch(node -> node == 2 || node == 4), "" + heir);
    }
    assertEquals(List.of(), plan(RULES, cluster(9).fate(2, NodeLife.AWAY)), "it may come back");
    assertEquals(9, plan(RULES, cluster(9).fate(2, NodeLife.LEAVES)).size() * 3, "three groups");
  }

  @Test
  void theLeaderLeadsTheHeirIfItStays() {
    Stores store = cluster(9).fate(0, NodeLife.LEAVES);
    store.replace(0, store.view(0).groups().get(0).ledBy(2));
    Replacement heir = of(Replacement.class, plan(RULES, store)).get(0);
    assertEquals(List.of(0, 2), List.of(heir.group(), heir.members().get(0)));
  }

  @Test
  void whatIsInTheWayOfAnHeirIsNamed() {
    Stores store =
        new Stores()
            .nodes(3)
            .group(GroupStatus.MEMBER, 0, 1, 2)
            .partitions(0, 10)
            .node("z0")
            .node("z1")
            .partition(0, Stores.DISK / 2, 1)
            .group(GroupStatus.MEMBER, 4)
            .partition(1, Stores.DISK / 2, 1)
            .fate(1, NodeLife.DEAD);
    String rule = of(NotPossible.class, plan(RULES, store)).get(0).rule();
    assertTrue(rule.contains("1 are dead or leave"), rule);
    assertTrue(rule.contains("1 would have disks more than 90% full"), rule);
    assertTrue(rule.contains("1 would crowd a zone or a rack"), rule);
    assertEquals(
        List.of(0, 2, 3), of(Replacement.class, plan(RULES.soft(), store)).get(0).members());
    store.replace(0, store.view(0).groups().get(0).up(false));
    rule = of(NotPossible.class, plan(RULES.soft(), store)).get(0).rule();
    assertTrue(rule.contains("no quorum"), rule);
  }

  /** Node 1 is lost, and node 4 has taken its place in two heirs. */
  private static Stores leaving() {
    Stores store = new Stores().nodes(5).group(GroupStatus.MEMBER, 0, 1, 2);
    store.group(GroupStatus.MEMBER, 1, 2, 3).partitions(0, 1, 1, 1).partitions(1, 1);
    store.group(GroupStatus.MEMBER, 0, 4, 2).group(GroupStatus.MEMBER, 4, 2, 3);
    store.replace(0, store.view(0).groups().get(0).leavingTo(2));
    store.replace(1, store.view(0).groups().get(1).leavingTo(3));
    return store;
  }

  @Test
  void heirsAreFilledAsFarAsNodesAllow() {
    assertEquals(
        List.of(0),
        drained(leaving(), MoveLimits.USUAL).stream().map(PlannedMove::partition).toList());
    assertEquals(4, drained(leaving(), new MoveLimits(9, 9, 9)).size());
    assertEquals(
        List.of(1),
        drained(leaving().rests(0, 9).rests(1, 9).sharding(0), MoveLimits.USUAL).stream()
            .map(PlannedMove::partition)
            .toList(),
        "rest keeps nothing from an heir; a split does");
    Stores two = leaving().fate(1, NodeLife.DEAD).fate(3, NodeLife.DEAD);
    assertEquals(
        List.of(3),
        drained(two, MoveLimits.USUAL).stream().map(PlannedMove::partition).toList(),
        "group 1 has lost two of three");
  }

  @Test
  void whatOwnsNothingAndLeavesIsDissolved() {
    Stores store = cluster(6);
    int empty = 6;
    store.group(GroupPlace.of(List.of(0, 1, 2), GroupStatus.MEMBER).leavingTo(0));
    assertEquals(List.of(new StatusChange(empty, GroupStatus.OUT)), plan(RULES, store));
    store.replace(empty, GroupPlace.of(List.of(0, 1, 2), GroupStatus.MEMBER));
    assertEquals(List.of(), plan(RULES, store), "it may be of use");
    PlacementRules four = new PlacementRules(3, 1, 5, 8, 1, true);
    assertEquals(List.of(new StatusChange(empty, GroupStatus.LEAVING)), plan(four, store));
    store.moving(5, empty);
    assertEquals(List.of(), plan(four, store), "something is on its way to it");
  }

  @Test
  void aNodeIsDeadAfterTenMinutes() {
    assertEquals(NodeLife.STAYS, RULES.life(false, 9_999));
    assertEquals(NodeLife.AWAY, RULES.life(false, 10_000));
    assertEquals(NodeLife.AWAY, RULES.life(false, 599_999));
    assertEquals(NodeLife.DEAD, RULES.life(true, 600_000));
    assertEquals(NodeLife.LEAVES, RULES.life(true, 0));
  }

  @Test
  void figuresThatMakeNoSenseAreRefused() {
    for (int[] bad :
        new int[][] {
          {0, 8, 16, 8, 1},
          {3, 0, 16, 8, 1},
          {3, 8, 7, 8, 1},
          {3, 8, 16, 1, 1},
          {3, 8, 16, 8, 0},
          {64, 8, 16, 63, 1},
          {3, 8, 257, 8, 1}
        }) {
      assertThrows(
          IllegalArgumentException.class,
          () -> new PlacementRules(bad[0], bad[1], bad[2], bad[3], bad[4], true));
    }
  }
}
