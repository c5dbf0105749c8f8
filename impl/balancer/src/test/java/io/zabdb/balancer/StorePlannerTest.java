package io.zabdb.balancer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.balance.move.MoveRules;
import java.util.List;
import org.junit.jupiter.api.Test;

class StorePlannerTest {

  private static final long NOW = 1_000_000_000_000L;
  private static final LoadRules RULES = LoadRules.usual(1_000);

  private final StorePlanner planner = new StorePlanner(RULES);

  /** Groups 0 and 4 of one node each, 3 and 7: all that is asked for goes to node 3. */
  private static Reports lopsided() {
    return new Reports()
        .node(3)
        .node(7)
        .group(0, 3)
        .group(4, 7)
        .partition(0, Reports.partition("a", 100, 0).setAttempt(5))
        .partition(0, "b", 100)
        .partition(0, "c", 100);
  }

  private StorePlan plan(Reports reports) throws LoadUnknownException {
    return planner.plan(reports.report(), NOW);
  }

  private String unknown(Reports reports) {
    return assertThrows(LoadUnknownException.class, () -> plan(reports)).getMessage();
  }

  @Test
  void aPartitionGoesToTheNodeThatHasLittleToDo() throws LoadUnknownException {
    StorePlan plan = plan(lopsided());
    assertEquals(List.of(new MoveIntent("a", 0, 4, 5)), plan.intents());
    assertEquals(List.of(), plan.handovers());
    assertEquals(1, plan.imbalance().requests(), 1e-9);
    List<String> lines = plan.lines();
    assertEquals(
        "imbalance: bytes 1.00, requests 1.00; 0 leaderships, 1 moves, 0 changes of groups",
        lines.get(0));
    assertEquals(
        "partition a (1,000 bytes, 100.0 hits/s): group 0 to group 4, files from node 3 to nodes"
            + " [7]",
        lines.get(1));
    assertEquals(2, lines.size(), lines.toString());
  }

  @Test
  void aStoreThatIsEvenIsLeftAlone() throws LoadUnknownException {
    StorePlan plan =
        plan(
            new Reports()
                .node(0)
                .node(1)
                .group(0, 0)
                .group(1, 1)
                .partition(0, "a", 100)
                .partition(1, "b", 100));
    assertTrue(plan.isEmpty());
    assertEquals("nothing to do", plan.lines().get(plan.lines().size() - 1));
  }

  @Test
  void readsCountLess() throws LoadUnknownException {
    Reports reports = new Reports().node(0).node(1).group(0, 0).group(1, 1);
    reports
        .partition(0, Reports.partition("a", 30, 0))
        .partition(0, Reports.partition("b", 0, 100));
    reports.partition(1, "c", 60);
    assertEquals(0, plan(reports).imbalance().requests(), 1e-9);
  }

  @Test
  void aLeadershipGoesFirst() throws LoadUnknownException {
    StorePlan plan =
        plan(
            new Reports()
                .node(1)
                .node(2)
                .group(0, 1, 2)
                .group(1, 1, 2)
                .partition(0, "a", 300)
                .partition(1, "b", 300));
    assertEquals(List.of(new LeaderIntent(0, 1, 2, 1)), plan.handovers());
    assertEquals(List.of(), plan.intents());
  }

  @Test
  void whatIsOnItsWayIsNotSentAgainAndCounts() throws LoadUnknownException {
    StorePlan plan = plan(lopsided().move(0, "a", 4));
    assertEquals(List.of(), plan.intents());
    assertEquals(1, plan.underWay());
  }

  /** The source still has its record when the destination serves. */
  @Test
  void aPartitionThatTwoGroupsNameIsThatOfTheHigherNumber() throws LoadUnknownException {
    Reports reports =
        lopsided()
            .partition(0, Reports.partition("d", 100, 0).setPhase("SWITCHED").setMove(1))
            .partition(4, Reports.partition("d", 100, 0).setMove(2))
            .move(0, "d", 4);
    StorePlan plan = plan(reports);
    // 300 at one node and 100 at the other.
    assertEquals(0.5, plan.imbalance().requests(), 1e-9);
    assertEquals(0, plan.underWay());
  }

  @Test
  void whatOnlyComesIsNotTheGroupsYet() throws LoadUnknownException {
    Reports reports =
        lopsided()
            .partition(4, Reports.partition("a", 0, 0).clearHits().setPhase("READY").setMove(9));
    assertEquals(1, plan(reports).imbalance().requests(), 1e-9);
  }

  @Test
  void aNodeThatIsSilentIsGivenNothing() throws LoadUnknownException {
    Reports reports =
        new Reports()
            .node(0)
            .node(1)
            .node(2)
            .group(0, 0)
            .group(1, 1, 2)
            .partition(0, "a", 100)
            .partition(0, "b", 100)
            .partition(0, "c", 100);
    assertEquals(1, plan(reports).intents().size());
    StorePlan plan = plan(reports.silent(2));
    assertEquals(List.of(), plan.intents());
    assertTrue(plan.lines().contains("nodes [2] do not answer: they are given nothing"));
    // Nor does it count where loads are compared: 300 at one node and nothing at the other.
    assertEquals(1, plan.imbalance().requests(), 1e-9);
  }

  @Test
  void aNodeThatHasJustBegunIsLeftAlone() throws LoadUnknownException {
    Reports reports = lopsided();
    reports.status(7).setUptimeMillis(59_000);
    assertEquals(List.of(), plan(reports).intents());
    reports.status(7).setUptimeMillis(60_000);
    assertEquals(1, plan(reports).intents().size());
  }

  @Test
  void withoutALeaderNothingIsPlanned() {
    Reports reports = lopsided();
    reports.replica(7).setRole("LOOKING");
    assertEquals("group 4 has no leader now", unknown(reports));
  }

  @Test
  void whileMembersChangeNothingIsPlanned() {
    Reports reports = lopsided();
    reports.replica(7).addNextVoters(3);
    assertEquals("group 4 changes its members", unknown(reports));
    reports.replica(7).clearNextVoters().clearVoters().addVoters(3);
    assertEquals("group 4 changes its members", unknown(reports));
  }

  @Test
  void aPartitionWithoutFiguresIsNotTakenForCold() {
    Reports reports = lopsided().partition(4, Reports.partition("d", 0, 0).clearHits());
    String message = unknown(reports);
    assertTrue(message.startsWith("what partition d has to do is not known yet"), message);
  }

  @Test
  void whatIsSplitStays() throws LoadUnknownException {
    Reports reports =
        new Reports()
            .node(0)
            .node(1)
            .group(0, 0)
            .group(1, 1)
            .partition(0, Reports.partition("a", 100, 0).addBecoming("a1"))
            .partition(0, "b", 10);
    assertEquals("b", plan(reports).intents().get(0).partition());
  }

  /** A group that has just got something gives it to nobody for an hour. */
  @Test
  void whatWasSeenToComeRests() throws LoadUnknownException {
    Reports before = new Reports().node(0).node(1).group(0, 0).group(1, 1).partition(1, "a", 10);
    planner.plan(before.report(), NOW);
    Reports after =
        new Reports()
            .node(0)
            .node(1)
            .group(0, 0)
            .group(1, 1)
            .partition(0, Reports.partition("a", 100, 0).setMove(1))
            .partition(0, "b", 100)
            .partition(0, "c", 100);
    long rest = MoveRules.USUAL.restMillis();
    long came = NOW + 1_000;
    assertEquals("b", first(planner.plan(after.report(), came)));
    Reports alone =
        new Reports()
            .node(0)
            .node(1)
            .group(0, 0)
            .group(1, 1)
            .partition(0, Reports.partition("a", 100, 0).setMove(1))
            .partition(0, Reports.partition("c", 300, 0).addBecoming("d"));
    assertEquals("", first(planner.plan(alone.report(), came + rest - 1)));
    assertEquals("a", first(planner.plan(alone.report(), came + rest + 300_000)));
    assertEquals("a", first(new StorePlanner(RULES).plan(alone.report(), came)));
  }

  private static String first(StorePlan plan) {
    return plan.intents().isEmpty() ? "" : plan.intents().get(0).partition();
  }

  @Test
  void aNodeThatCanDoNothingIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> LoadRules.usual(0));
    assertThrows(IllegalArgumentException.class, () -> LoadRules.usual(Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> LoadRules.usual(Double.POSITIVE_INFINITY));
  }
}
