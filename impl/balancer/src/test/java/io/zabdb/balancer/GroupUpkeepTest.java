package io.zabdb.balancer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.rpc.wire.Partitions.Partition;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the planner has become of groups; three nodes have all, each has room for one group. */
class GroupUpkeepTest {

  private static final long NOW = 1_000_000_000_000L;
  private static final long DEAD = 600_000;

  private final StorePlanner planner = planner();

  private static StorePlanner planner(Integer... leaving) {
    return new StorePlanner(
        LoadRules.usual(1_000).with(GroupRules.usual(false, DEAD, Set.of(leaving))));
  }

  private static Reports store() {
    Reports reports = new Reports().node(0).node(1).node(2).group(0, 0, 1, 2);
    for (int node = 0; node < 3; node++) {
      reports.status(node).setMostGroups(1);
    }
    return reports.partition(0, "a", 100).partition(0, "b", 100).partition(0, "c", 100);
  }

  private static Reports withSpares() {
    return store().spare(3, 4).spare(4, 4).spare(5, 4);
  }

  /** Two groups, of nodes 0, 1, 2 and 3, 4, 5; the second has a partition. */
  private static Reports grown() {
    return withSpares().group(40_001, 3, 4, 5).partition(40_001, "d", 100);
  }

  private static Partition.Builder coming(String name) {
    return Partition.newBuilder().setName(name).setPhase("RECEIVING");
  }

  @Test
  void spareNodesAreGivenAGroup() throws LoadUnknownException {
    StorePlan plan = planner.plan(withSpares().report(), NOW);
    assertEquals(List.of(List.of(3, 4, 5)), plan.births());
    assertTrue(plan.lines().contains("new group of nodes [3, 4, 5]"), plan.lines().toString());
    StorePlan again = planner.plan(withSpares().group(40_001, 3, 4, 5).report(), NOW);
    assertEquals(List.of(), again.births(), "it is there");
    assertEquals(1, again.intents().size(), "and gets something");
  }

  @Test
  void groupsStayAsTheyAreUnlessThatIsWanted() throws LoadUnknownException {
    StorePlanner keeper = new StorePlanner(LoadRules.usual(1_000));
    StorePlan plan = keeper.plan(withSpares().report(), NOW);
    assertEquals(List.of(), plan.births());
    assertTrue(plan.isEmpty(), plan.lines().toString());
    keeper.plan(grown().report(), NOW);
    StorePlan late = keeper.plan(grown().silent(4).report(), NOW + DEAD);
    assertEquals(List.of(), late.replacements());
  }

  /** Those that are members of nothing, and not spare, have left; older ones say nothing. */
  @Test
  void onlyNodesThatWaitAreGivenGroups() throws LoadUnknownException {
    Reports reports = withSpares();
    reports.status(4).setSpare(false);
    assertEquals(List.of(), planner.plan(reports.report(), NOW).births());
    reports = withSpares();
    reports.status(4).setMostGroups(0);
    StorePlan plan = planner.plan(reports.report(), NOW);
    assertEquals(List.of(), plan.births());
    assertTrue(
        plan.lines().stream()
            .anyMatch(line -> line.startsWith("NOT POSSIBLE: node 3 has little to do")),
        plan.lines().toString());
    assertTrue(plan.lines().contains("nothing to do"), "what cannot be is only told");
  }

  /** It learns, and was to be a member of something: that takes its seat. */
  @Test
  void aReplicaThatOnlyLearnsTakesASeat() throws LoadUnknownException {
    Reports reports = store().spare(3, 4).spare(4, 4).spare(5, 1).learner(5, 0);
    assertEquals(List.of(), planner.plan(reports.report(), NOW).births());
  }

  /** Whoever wanted it to be a member has given up. */
  @Test
  void whoLearnsAGroupInVainIsDismissed() throws LoadUnknownException {
    Reports reports = grown().spare(6, 4).learner(6, 0);
    DismissalIntent learner = new DismissalIntent(0, 6);
    assertEquals(List.of(), planner.plan(reports.report(), NOW).dismissals());
    StorePlan plan = planner.plan(reports.report(), NOW + DEAD);
    assertEquals(List.of(learner), plan.dismissals());
    assertTrue(
        plan.lines().contains("node 6 has learnt group 0 in vain: it is to drop that"),
        plan.lines().toString());
    assertTrue(!plan.isEmpty());
    reports.status(6).addProblems("it lacks files, so that it cannot be a member yet");
    assertEquals(List.of(), planner.plan(reports.report(), NOW + DEAD + 1).dismissals());
    reports.status(6).clearProblems();
    assertEquals(
        List.of(), planner.plan(reports.report(), NOW + DEAD + 2).dismissals(), "anew from now on");
    reports.replica(0).addAllNextVoters(List.of(0, 1, 2, 6));
    assertThrows(
        LoadUnknownException.class, () -> planner.plan(reports.report(), NOW + 2 * DEAD + 2));
    reports.replica(0).clearNextVoters().addVoters(6);
    assertEquals(List.of(), planner.plan(reports.report(), NOW + 2 * DEAD + 3).dismissals());
  }

  @Test
  void whoLearnsAGroupAndIsToBeAMemberIsNotDismissed() throws LoadUnknownException {
    Reports reports = grown().spare(6, 4).learner(6, 40_001);
    StorePlanner leaves = planner(4);
    assertEquals(1, leaves.plan(reports.report(), NOW).replacements().size());
    StorePlan plan = leaves.plan(reports.report(), NOW + DEAD);
    assertEquals(Set.of(6), plan.replacements().get(0).add());
    assertEquals(List.of(), plan.dismissals());
    StorePlanner keeper = new StorePlanner(LoadRules.usual(1_000));
    keeper.plan(reports.report(), NOW);
    assertEquals(List.of(), keeper.plan(reports.report(), NOW + DEAD).dismissals());
  }

  @Test
  void zonesAreKeptApartUnlessTheyAreOnlyAWish() throws LoadUnknownException {
    Reports reports = withSpares();
    for (int node = 0; node < 6; node++) {
      reports.status(node).setZone("z" + node % 2 + (node < 3 ? "" : "x"));
    }
    // Two of three in one zone, of four.
    assertEquals(List.of(), planner.plan(reports.report(), NOW).births());
    StorePlanner soft =
        new StorePlanner(LoadRules.usual(1_000).with(GroupRules.usual(true, DEAD, Set.of())));
    assertEquals(1, soft.plan(reports.report(), NOW).births().size());
  }

  @Test
  void aNodeThatIsSilentForLongIsReplaced() throws LoadUnknownException {
    planner.plan(grown().spare(6, 4).report(), NOW - 1);
    Reports silent = grown().spare(6, 4).silent(4);
    assertEquals(List.of(), planner.plan(silent.report(), NOW).replacements());
    assertEquals(List.of(), planner.plan(silent.report(), NOW + DEAD - 1).replacements());
    StorePlan plan = planner.plan(silent.report(), NOW + DEAD);
    assertEquals(
        List.of(new ReplacementIntent(40_001, List.of(3, 4, 5), Set.of(6), Set.of(4))),
        plan.replacements());
    assertEquals(List.of(), plan.intents(), "nothing moves from it or to it meanwhile");
    // Who begins anew has not heard that it was silent before.
    assertEquals(List.of(), planner().plan(silent.report(), NOW + DEAD).replacements());
    assertEquals(
        List.of(), planner.plan(grown().spare(6, 4).report(), NOW + DEAD + 1).replacements());
    assertEquals(
        List.of(), planner.plan(silent.report(), NOW + DEAD + 2).replacements(), "it was back");
  }

  /** A round may take an hour, and a node that is started again misses a moment of that. */
  @Test
  void aNodeThatIsSilentAfterALongRoundIsNotDead() throws LoadUnknownException {
    planner.plan(grown().spare(6, 4).report(), NOW);
    Reports silent = grown().spare(6, 4).silent(4);
    assertEquals(List.of(), planner.plan(silent.report(), NOW + 2 * DEAD).replacements());
    assertEquals(1, planner.plan(silent.report(), NOW + 3 * DEAD).replacements().size());
  }

  /** It has much to do, so that it would give something to the other group. */
  @Test
  void nothingMovesFromAGroupThatGetsOtherMembers() throws LoadUnknownException {
    Reports reports = new Reports().node(0).node(1).node(2).group(0, 0, 1, 2);
    reports.spare(3, 1).spare(4, 1).spare(5, 1).spare(6, 1).group(40_001, 3, 4, 5);
    reports.partition(40_001, "a", 100).partition(40_001, "b", 100).partition(40_001, "c", 100);
    assertEquals(1, planner().plan(reports.report(), NOW).intents().size());
    StorePlan plan = planner(4).plan(reports.report(), NOW);
    assertEquals(1, plan.replacements().size());
    assertEquals(List.of(), plan.intents());
  }

  @Test
  void whoeverLearnsAlreadyIsGoneOnWith() throws LoadUnknownException {
    Reports reports = grown().spare(6, 4).spare(7, 4);
    StorePlan plan = planner(4).plan(reports.report(), NOW);
    assertEquals(Set.of(6), plan.replacements().get(0).add());
    reports.learner(7, 40_001);
    plan = planner(4).plan(reports.report(), NOW);
    assertEquals(Set.of(7), plan.replacements().get(0).add());
    reports.learner(6, 40_001);
    plan = planner(4).plan(reports.report(), NOW);
    assertEquals(Set.of(6), plan.replacements().get(0).add(), "either will do");
  }

  /** Nobody has room: what the group has goes to the other one, and it ends. */
  @Test
  void aGroupWhoseNodesLeaveIsDrainedAndEnds() throws LoadUnknownException {
    StorePlanner shrinks = planner(3, 4, 5);
    StorePlan plan = shrinks.plan(grown().report(), NOW);
    assertTrue(plan.lines().contains("group 40001 becomes LEAVING"), plan.lines().toString());
    assertEquals(List.of(), plan.ends());
    plan = shrinks.plan(grown().report(), NOW + 1);
    assertEquals(List.of(new MoveIntent("d", 40_001, 0, 0)), plan.intents());
    Reports empty = withSpares().group(40_001, 3, 4, 5).partition(0, "d", 100);
    plan = shrinks.plan(empty.report(), NOW + 2);
    assertEquals(List.of(new EndIntent(40_001, List.of(3, 4, 5))), plan.ends());
    empty.partition(40_001, coming("e"));
    assertEquals(List.of(), shrinks.plan(empty.report(), NOW + 3).ends(), "something comes");
  }

  @Test
  void aPartitionThatRestsIsDrainedAllTheSame() throws LoadUnknownException {
    StorePlanner shrinks = planner(3, 4, 5);
    shrinks.plan(withSpares().group(40_001, 3, 4, 5).partition(0, "d", 100).report(), NOW);
    Reports came =
        withSpares()
            .group(40_001, 3, 4, 5)
            .partition(40_001, Reports.partition("d", 100, 0).setMove(1));
    shrinks.plan(came.report(), NOW + 1);
    assertEquals("d", shrinks.plan(came.report(), NOW + 2).intents().get(0).partition());
  }

  @Test
  void ifItsNodesStayAfterAllSoDoesTheGroup() throws LoadUnknownException {
    GroupFates fates = new GroupFates();
    fates.begin(List.of(7));
    fates.leaves(7);
    assertEquals("LEAVING", fates.look(7, true, false, NOW).name());
    assertEquals("MEMBER", fates.look(7, false, false, NOW).name());
    assertEquals("MEMBER", fates.look(7, true, false, NOW).name(), "it is planned anew");
    fates.leaves(7);
    fates.begin(List.of(8));
    fates.begin(List.of(7, 8));
    assertEquals("MEMBER", fates.look(7, true, false, NOW).name(), "another of that number");
  }

  /** Node 5 has so many groups that an empty one is in its way, but it may be filled yet. */
  @Test
  void anEmptyGroupThatIsInTheWayEndsAfterAWhile() throws LoadUnknownException {
    Reports full = store().spare(3, 8).spare(4, 8).spare(5, 2);
    full.group(1, 3, 4, 5).group(2, 5);
    // So that nothing moves to node 5.
    full.partition(1, Reports.partition("e", 900, 0).setBytes(9_000));
    assertEquals(List.of(), planner.plan(full.report(), NOW).ends());
    assertEquals(List.of(), planner.plan(full.report(), NOW + DEAD - 1).ends());
    assertEquals(
        List.of(new EndIntent(2, List.of(5))), planner.plan(full.report(), NOW + DEAD).ends());
    StorePlanner keeper = new StorePlanner(LoadRules.usual(1_000));
    keeper.plan(full.report(), NOW);
    assertEquals(List.of(), keeper.plan(full.report(), NOW + DEAD).ends(), "it keeps no groups");
    full.status(4).setMostGroups(0);
    assertEquals(
        List.of(),
        planner.plan(full.report(), NOW + DEAD + 1).ends(),
        "node 4 is of a version that knows of no ends");
  }

  @Test
  void strangersThatAreSilentAreAskedOnceAMinute() {
    Strangers strangers = new Strangers();
    assertEquals(Set.of(1, 2), strangers.toAsk(Set.of(1, 2), NOW));
    strangers.answered(Set.of(1));
    assertEquals(Set.of(1, 3), strangers.toAsk(Set.of(1, 2, 3), NOW + 1));
    strangers.answered(Set.of(1));
    long later = NOW + Strangers.PAUSE_MILLIS;
    assertEquals(Set.of(1), strangers.toAsk(Set.of(1, 2), later - 1));
    strangers.answered(Set.of(1));
    assertEquals(Set.of(1, 2, 3), strangers.toAsk(Set.of(1, 2, 3), later));
  }
}
