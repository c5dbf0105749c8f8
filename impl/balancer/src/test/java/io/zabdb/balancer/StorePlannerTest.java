package io.zabdb.balancer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.zabdb.balance.move.MoveRules;
import io.zabdb.rpc.wire.Partitions.Partition;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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

  /** Its nodes would seem to have less to do than they have, and be given more. */
  @Test
  void nothingIsPlannedWithoutAGroupThatHasALeader() {
    assertEquals(
        "node 7 leads group 4, and whoever told which groups there are has not heard of it yet",
        unknown(lopsided().unheard(4)));
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

  /** Of two nodes, with so much of a hit for the second: (1 - x) / (1 + x). */
  @Test
  void aFollowerHasNothingToDoForReads() throws LoadUnknownException {
    assertEquals(0.75 / 1.25, imbalance(100, 0), 1e-9);
    assertEquals(0.875 / 1.125, imbalance(30, 100), 1e-9);
    assertEquals(1, imbalance(0, 100), 1e-9);
    assertEquals(0, imbalance(0, 0), 1e-9);
  }

  /** 636 and 300: with 300 more node 2 has 5% less than node 1 had. */
  @Test
  void soALeadershipMayGoThatOnlyReadsMakeWorthIt() throws LoadUnknownException {
    assertEquals(List.of(new LeaderIntent(0, 1, 2, 1)), handovers(0, 1_000, 1_120));
    assertEquals(List.of(), handovers(1, 300, 336), "809 to do, and 784 then");
  }

  private List<LeaderIntent> handovers(int updates, int one, int other)
      throws LoadUnknownException {
    Reports reports = new Reports().node(1).node(2).group(0, 1, 2).group(1, 1, 2).group(2, 2, 1);
    return plan(reports
            .partition(0, hits("a", updates, one))
            .partition(1, hits("b", updates, other))
            .partition(2, hits("c", updates, one)))
        .handovers();
  }

  private static Partition.Builder hits(String name, int updates, int hits) {
    return Reports.partition(name, updates * hits, (1 - updates) * hits);
  }

  private double imbalance(int updates, int reads) throws LoadUnknownException {
    Reports reports = new Reports().node(1).node(2).group(0, 1, 2);
    return plan(reports.partition(0, Reports.partition("a", updates, reads)))
        .imbalance()
        .requests();
  }

  /** A member whose replica could not be started votes, and has little to do. */
  @Test
  void nobodyIsHandedAGroupThatHasNoReplica() throws LoadUnknownException {
    Reports reports =
        new Reports()
            .node(1)
            .node(2)
            .group(0, 1, 2)
            .group(1, 1, 2)
            .partition(0, "a", 300)
            .partition(1, "b", 300);
    reports.status(2).clearReplicas();
    StorePlan plan = plan(reports);
    assertTrue(
        plan.lines().stream().anyMatch(line -> line.contains("node 2")), plan.lines().toString());
    assertEquals(List.of(), plan.handovers());
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

  /** Who leads since a moment ago has not counted yet; the last leader had. */
  @Test
  void whatWasToldAMinuteAgoStandsInForWhatIsNotKnown() throws LoadUnknownException {
    Reports told = lopsided();
    Reports silent =
        new Reports()
            .node(3)
            .node(7)
            .group(0, 3)
            .group(4, 7)
            .partition(0, Reports.partition("a", 0, 0).clearHits().setAttempt(5))
            .partition(0, Reports.partition("b", 0, 0).clearHits())
            .partition(0, "c", 10)
            .partition(4, "d", 210);
    planner.plan(told.report(), NOW);
    StorePlan plan = planner.plan(silent.report(), NOW + KnownHits.MOST_AGE_MILLIS);
    // 210 at either node.
    assertEquals(0, plan.imbalance().requests(), 1e-9);
    assertThrows(
        LoadUnknownException.class,
        () -> planner.plan(silent.report(), NOW + KnownHits.MOST_AGE_MILLIS + 1));
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

  /** All that the store has: nothing can move. */
  private static Reports alone(Partition.Builder... partitions) {
    Reports reports = new Reports().node(0).group(0, 0);
    for (Partition.Builder each : partitions) {
      reports.partition(0, each);
    }
    return reports;
  }

  private static List<ShardIntent> split(String partition) {
    return List.of(new ShardIntent(0, partition, Optional.empty()));
  }

  @Test
  void whatIsTooLargeIsSplit() throws LoadUnknownException {
    Partition.Builder large = Reports.partition("a", 1, 0).setBytes((2L << 30) + 1);
    StorePlan plan = plan(alone(large, Reports.partition("b", 1, 0).setBytes(2L << 30)));
    assertEquals(split("a"), plan.shardings());
    assertFalse(plan.isEmpty());
    assertTrue(
        plan.lines()
            .contains("partition a (2,147,483,649 bytes, 1.0 hits/s) is split: it is too large"),
        plan.lines().toString());
    StorePlanner keeper = new StorePlanner(RULES.with(PartitionRules.NONE));
    assertTrue(keeper.plan(alone(large).report(), NOW).isEmpty());
    StorePlanner other = new StorePlanner(RULES.with(new PartitionRules(true, 1 << 20)));
    Partition.Builder small = Reports.partition("a", 1, 0).setBytes(1 << 20);
    assertTrue(other.plan(alone(small).report(), NOW).isEmpty());
    assertEquals(
        split("a"), other.plan(alone(small.setBytes((1 << 20) + 1)).report(), NOW).shardings());
  }

  /** Half of what a node can do, in three ticks of ten seconds. */
  @Test
  void whatHasHadTooMuchToDoForSomeTimeIsSplit() throws LoadUnknownException {
    Reports hot = alone(Reports.partition("a", 501, 0));
    assertEquals(List.of(), planner.plan(hot.report(), NOW).shardings());
    assertEquals(List.of(), planner.plan(hot.report(), NOW + 19_999).shardings());
    assertEquals(split("a"), planner.plan(hot.report(), NOW + 20_000).shardings());
    Reports cooler = alone(Reports.partition("a", 500, 0));
    assertEquals(List.of(), planner.plan(cooler.report(), NOW + 30_000).shardings());
    assertEquals(List.of(), planner.plan(hot.report(), NOW + 40_000).shardings());
  }

  @Test
  void aKeyThatHasMostIsNamed() throws LoadUnknownException {
    Partition.Builder hot = Reports.partition("a", 501, 0);
    hot.getHitsBuilder().setHottest(0.61);
    Reports reports = alone(hot);
    planner.plan(reports.report(), NOW);
    StorePlan plan = planner.plan(reports.report(), NOW + 20_000);
    assertTrue(plan.isEmpty());
    assertTrue(
        plan.lines()
            .contains(
                "HOT_KEY: partition a (1,000 bytes, 501.0 hits/s): one key has 61% of it, so a"
                    + " split would not help"),
        plan.lines().toString());
    hot.getHitsBuilder().setHottestRow(ByteString.copyFromUtf8("alice\n"));
    List<String> named = planner.plan(alone(hot).report(), NOW + 20_001).lines();
    assertTrue(
        named.contains(
            "HOT_KEY: partition a (1,000 bytes, 501.0 hits/s): row 'alice\\0a' has 61% of it, so a"
                + " split would not help"),
        named.toString());
    hot.getHitsBuilder().setHottest(0.5);
    assertEquals(split("a"), planner.plan(alone(hot).report(), NOW + 30_000).shardings());
  }

  /** Neighbours, after an hour, and so that 16 are left for each group. */
  @Test
  void whatIsSmallAndColdIsMerged() throws LoadUnknownException {
    Partition.Builder[] many = new Partition.Builder[17];
    for (int p = 0; p < many.length; p++) {
      many[p] = Reports.partition("p" + p, p < 10 ? 5 : 0, 0).setAfter(p);
    }
    Reports reports = alone(many);
    long hour = 3_600_000;
    planner.plan(reports.report(), NOW);
    assertEquals(List.of(), planner.plan(reports.report(), NOW + hour - 1).shardings());
    StorePlan plan = planner.plan(reports.report(), NOW + hour);
    assertEquals(List.of(new ShardIntent(0, "p10", Optional.of("p11"))), plan.shardings());
    assertTrue(
        plan.lines().stream().anyMatch(line -> line.contains("is merged with p11: both")),
        plan.lines().toString());
    Reports fewer = alone(Arrays.copyOfRange(many, 1, 17));
    assertEquals(List.of(), planner.plan(fewer.report(), NOW + 2 * hour).shardings());
  }

  @Test
  void whatIsSplitIsNotMovedInTheSameRound() throws LoadUnknownException {
    Reports large = new Reports().node(3).node(7).group(0, 3).group(4, 7);
    for (String name : List.of("a", "b", "c")) {
      large.partition(0, Reports.partition(name, 100, 0).setBytes(3L << 30));
    }
    large.status(3).setDiskFreeBytes(1L << 40);
    large.status(7).setDiskFreeBytes(1L << 40);
    assertEquals(
        "a", first(new StorePlanner(RULES.with(PartitionRules.NONE)).plan(large.report(), NOW)));
    StorePlan plan = plan(large);
    assertEquals(split("a"), plan.shardings());
    assertFalse(first(plan).equals("a"), plan.lines().toString());
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
