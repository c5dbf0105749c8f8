package io.zabdb.core.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.group.Settings;
import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Datagram.Permit;
import io.zabdb.core.message.Datagram.Report;
import io.zabdb.core.message.Datagram.Start;
import io.zabdb.core.state.Phase;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Output;
import io.zabdb.core.step.Refusal;
import io.zabdb.core.trace.TransferAction;
import io.zabdb.core.trace.TransferView;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Stories of groups that hand leadership over, and that stagger their compactions. */
class TransferTest {

  private static final int HOT = 6;
  private static final int TEPID = 5;
  private static final int MAX = 10;
  private static final int INTERVAL = 10;
  private static final int DRAIN = 8;

  private static TransferSettings settings(TransferPolicy policy, boolean staggered) {
    return new TransferSettings(policy, staggered, MAX, HOT, 2, 100, INTERVAL, DRAIN);
  }

  private static boolean isSettled(Group group) {
    int leader = group.leader();
    return leader >= 0
        && group.replicas.stream()
            .allMatch(
                replica ->
                    replica.state().phase() == Phase.BROADCAST
                        && replica.state().leader() == leader);
  }

  /** Its leader has heard from all, and may begin a transfer. */
  private static Group settled(int members, TransferSettings settings) {
    return settled(new Group(members, Guards.STANDARD, settings));
  }

  private static Group settled(Group group) {
    group.until(() -> isSettled(group));
    group.ticks(INTERVAL + 1);
    return group;
  }

  private static Group settled(int members) {
    return settled(members, settings(TransferPolicy.COLDEST, true));
  }

  private static TransferView view(Group group, int member) {
    return group.replicas.get(member).transferView();
  }

  private static int after(Group group, int member, int places) {
    return (member + places) % group.replicas.size();
  }

  private static List<Long> answered(Group group, int member) {
    return group.outputsOf(member, Output.Answer.class).stream().map(Output.Answer::token).toList();
  }

  private static Output.Refuse refusal(Group group, int member, long token) {
    return group.outputsOf(member, Output.Refuse.class).stream()
        .filter(refused -> refused.token() == token)
        .findFirst()
        .orElseThrow();
  }

  private static int steps(Group group, int member) {
    return group.outputsOf(member, Output.CompactStep.class).size();
  }

  // -- handing over

  @Test
  void aHotLeaderHandsOverToTheColdestWithoutWaitingForAnyTimer() {
    Group group = settled(3);
    int old = group.leader();
    long epoch = group.replicas.get(old).state().currentEpoch();
    group.request(old, 7, 1);
    group.pressure(after(group, old, 1), 3);
    group.pressure(after(group, old, 2), 2);
    group.pressure(old, HOT);
    assertEquals(after(group, old, 2), group.leader());
    assertTrue(isSettled(group));
    assertEquals(epoch + 1, group.replicas.get(old).state().currentEpoch());
    assertEquals(1, group.replicas.get(old).state().lastCommitted());
  }

  /** Of all that was told, the actions of the transfer. */
  private static Set<String> transferActions(Group group) {
    Set<String> taken = new TreeSet<>(group.actions.next());
    taken.retainAll(Stream.of(TransferAction.values()).map(Enum::name).toList());
    return taken;
  }

  @Test
  void eachActionOfATransferIsTold() {
    Group group = settled(3);
    int old = group.leader();
    group.actions.next();
    group.pressure(old, HOT);
    assertEquals(
        Set.of(
            "Grow",
            "BeginTransfer",
            "HandOver",
            "StartEpoch",
            "TakeOffice",
            "SendReport",
            "HandleReport",
            "GrantPermit",
            "StartCompaction"),
        transferActions(group));
    group.tick();
    assertEquals(Set.of("Tick"), transferActions(group));
    group.finishCompaction(old);
    assertTrue(transferActions(group).contains("FinishCompaction"));
  }

  @Test
  void transfersAreHeardWithoutATraceOfZab() {
    Group group = settled(3);
    group.actions.next();
    group.actions.hearOnly(
        TransferAction.BeginTransfer, TransferAction.HandOver, TransferAction.TakeOffice);
    group.pressure(group.leader(), HOT);
    group.tick();
    assertEquals(List.of("BeginTransfer", "HandOver", "TakeOffice"), group.actions.next());
  }

  @Test
  void eachEndOfATransferIsTold() {
    Group group = settled(3);
    int leader = group.leader();
    int next = drain(group);
    group.actions.next();
    group.isolate(next);
    group.run();
    assertEquals(Set.of("AbortTransfer", "CompactStep"), transferActions(group));
    Group late = settled(3);
    drain(late);
    late.actions.next();
    late.ticks(DRAIN + 1);
    assertTrue(transferActions(late).contains("TimeOutTransfer"));
    Group asked = settled(3);
    asked.actions.next();
    asked.give(asked.leader(), new Input.TransferRequested(after(asked, asked.leader(), 1)));
    asked.run();
    assertTrue(transferActions(asked).containsAll(Set.of("RequestTransfer", "HandOver")));
    assertEquals(leader, group.leader());
  }

  @Test
  void aLeaderThatIsNotHotStays() {
    Group group = settled(3);
    int leader = group.leader();
    group.pressure(leader, TEPID);
    group.ticks(100);
    assertEquals(leader, group.leader());
  }

  @Test
  void noRequestIsLostOrInDoubtWhenLeadershipMoves() {
    Group group = settled(3);
    int old = group.leader();
    int next = after(group, old, 1);
    group.pressure(after(group, old, 2), TEPID);
    group.stand(next, true);
    long logged = group.request(old, 7, 1);
    assertEquals(List.of(logged), answered(group, old), "the others are a quorum");
    group.pressure(old, HOT);
    assertEquals(next, view(group, old).target());
    long held = group.request(old, 7, 2);
    group.stand(next, false);
    group.run();
    assertEquals(next, group.leader());
    Output.Refuse refused = refusal(group, old, held);
    assertEquals(Refusal.NOT_LEADER, refused.refusal());
    assertEquals(next, refused.leader());
    long again = group.request(next, 7, 2);
    assertEquals(List.of(again), answered(group, next));
    assertTrue(group.outputsOf(old, Output.Unknown.class).isEmpty());
  }

  @Test
  void aClientThatIsAheadOfTheNewLeaderWaitsForIt() {
    Group group = settled(3);
    int old = group.leader();
    int next = after(group, old, 1);
    group.pressure(after(group, old, 2), TEPID);
    group.stand(next, true);
    group.pressure(old, HOT);
    long update = group.request(next, 7, 1);
    long read = group.read(next);
    assertEquals(-1, group.leader());
    group.stand(next, false);
    group.run();
    assertEquals(next, group.leader());
    assertEquals(List.of(update), answered(group, next));
    assertEquals(
        List.of(List.of(read)),
        group.outputsOf(next, Output.ServeReads.class).stream()
            .map(Output.ServeReads::tokens)
            .toList());
  }

  @Test
  void readsGoOnWhileATransferDrains() {
    Group group = settled(3);
    int leader = group.leader();
    drain(group);
    long read = group.read(leader);
    assertEquals(leader, group.leader());
    assertTrue(
        group.outputsOf(leader, Output.ServeReads.class).stream()
            .anyMatch(served -> served.tokens().contains(read)));
  }

  /** The leader waits for its successor, whose disk stands still; gives the successor. */
  private static int drain(Group group) {
    int leader = group.leader();
    int next = after(group, leader, 1);
    group.pressure(after(group, leader, 2), TEPID);
    group.stand(next, true);
    group.request(leader, 77, 1);
    group.pressure(leader, HOT);
    assertEquals(next, view(group, leader).target());
    return next;
  }

  // -- not handing over

  @Test
  void aTransferToOneThatIsLostIsAbortedAndTheHeldRequestIsLogged() {
    Group group = settled(3);
    int leader = group.leader();
    int next = drain(group);
    long held = group.request(leader, 7, 1);
    assertFalse(answered(group, leader).contains(held));
    group.isolate(next);
    group.run();
    assertEquals(leader, group.leader());
    assertEquals(-1, view(group, leader).target());
    assertEquals(INTERVAL, view(group, leader).waiting());
    assertTrue(answered(group, leader).contains(held));
  }

  @Test
  void aTransferToOneThatHasBecomeHotIsAborted() {
    Group group = settled(3);
    int leader = group.leader();
    int next = drain(group);
    group.pressure(next, HOT);
    assertEquals(-1, view(group, leader).target());
    assertFalse(group.compacts(leader));
  }

  @Test
  void aDrainThatTakesTooLongIsGivenUpAndTriedAgainLater() {
    Group group = settled(3);
    int leader = group.leader();
    int next = drain(group);
    long held = group.request(leader, 7, 1);
    group.ticks(DRAIN);
    assertEquals(next, view(group, leader).target());
    group.tick();
    assertEquals(-1, view(group, leader).target());
    assertTrue(answered(group, leader).contains(held));
    group.ticks(INTERVAL - 1);
    assertEquals(-1, view(group, leader).target());
    group.tick();
    assertEquals(next, view(group, leader).target());
  }

  @Test
  void onlySoManyRequestsAreHeld() {
    Group group = settled(3);
    int leader = group.leader();
    drain(group);
    int limit = Settings.Limits.DEFAULT.entriesInFlight();
    for (int seq = 1; seq <= limit; seq++) {
      group.request(leader, 7, seq);
    }
    long tooMuch = group.request(leader, 8, 1);
    assertEquals(Refusal.OVERLOADED, refusal(group, leader, tooMuch).refusal());
    assertEquals(1, group.outputsOf(leader, Output.Refuse.class).size());
  }

  @Test
  void aStartOfAnEarlierEpochIsVoid() {
    Group group = settled(3);
    int old = group.leader();
    group.pressure(old, HOT);
    int next = group.leader();
    assertNotEquals(old, next);
    int third = 3 - old - next;
    long epoch = group.replicas.get(next).state().currentEpoch();
    group.give(third, new Input.Notified(old, new Start(epoch - 1)));
    group.run();
    assertEquals(next, group.leader());
    assertEquals(epoch, group.replicas.get(third).state().acceptedEpoch());
  }

  @Test
  void anElectionFollowsALostStart() {
    Group group = settled(3);
    int old = group.leader();
    group.loseDatagrams(datagram -> datagram instanceof Start);
    group.pressure(old, HOT);
    group.until(() -> isSettled(group));
    assertEquals(
        1,
        group.outputsOf(old, Output.Notify.class).stream()
            .filter(notify -> notify.datagram() instanceof Start)
            .count());
    assertNotEquals(old, group.leader(), "its vote weighs least");
  }

  /** It would win at once: it has the highest number, and everybody looks. */
  @Test
  void whoHasHandedOverGivesItsSuccessorTime() {
    Group group = settled(3, settings(TransferPolicy.OFF, true));
    if (group.leader() != 2) {
      group.give(group.leader(), new Input.TransferRequested(2));
      group.until(() -> isSettled(group));
    }
    assertEquals(2, group.leader());
    group.ticks(1);
    group.loseDatagrams(datagram -> datagram instanceof Start);
    group.give(2, new Input.TransferRequested(0));
    group.run();
    assertEquals(Datagram.Role.LOOKING, group.replicas.get(2).state().role());
    group.until(() -> isSettled(group));
  }

  /** The successor does not answer: it loads code, say. The other follower cannot win without 2. */
  @Test
  void whoHasHandedOverElectsNobodyElseWhileItsSuccessorIsSlow() {
    Group group = settled(3, settings(TransferPolicy.OFF, true));
    if (group.leader() != 2) {
      group.give(group.leader(), new Input.TransferRequested(2));
      group.until(() -> isSettled(group));
    }
    group.ticks(1);
    group.loseDatagrams(datagram -> datagram instanceof Start);
    group.give(2, new Input.TransferRequested(0));
    group.run();
    group.isolate(0);
    for (int tick = 0; tick < 20; tick++) {
      group.tick();
      assertEquals(-1, group.leader(), "after " + tick);
    }
    group.until(() -> group.leader() >= 0);
  }

  // -- policies

  @Test
  void roundRobinTakesTheNextThatIsFit() {
    Group group = settled(5, settings(TransferPolicy.ROUND_ROBIN, true));
    int leader = group.leader();
    group.pressure(after(group, leader, 1), TEPID);
    group.pressure(after(group, leader, 2), 4);
    group.pressure(leader, HOT);
    assertEquals(after(group, leader, 2), group.leader());
  }

  @Test
  void randomTakesEachNowAndThen() {
    Group group = settled(5, settings(TransferPolicy.RANDOM, true));
    Set<Integer> leaders = new HashSet<>();
    for (int i = 0; i < 40; i++) {
      int leader = group.leader();
      group.pressure(leader, HOT);
      assertNotEquals(leader, group.leader());
      leaders.add(group.leader());
      group.ticks(INTERVAL + 1);
      group.finishCompaction(leader);
      group.ticks(INTERVAL + 1);
    }
    assertEquals(Set.of(0, 1, 2, 3, 4), leaders);
  }

  @Test
  void thePolicyMayChangeWhileTheGroupRuns() {
    Group group = settled(3, settings(TransferPolicy.OFF, true));
    int leader = group.leader();
    group.pressure(leader, HOT);
    assertEquals(leader, group.leader());
    assertEquals(1, steps(group, leader), "nobody may relieve it");
    group.give(leader, new Input.PolicyChanged(TransferPolicy.ROUND_ROBIN));
    group.pressure(leader, HOT);
    assertEquals(after(group, leader, 1), group.leader());
  }

  // -- an operator's wish

  @Test
  void anOperatorMovesLeadershipWhateverThePressure() {
    Group group = settled(3, settings(TransferPolicy.OFF, true));
    int old = group.leader();
    int wanted = after(group, old, 2);
    group.pressure(wanted, TEPID);
    group.give(old, new Input.TransferRequested(wanted));
    group.run();
    assertEquals(wanted, group.leader());
    group.ticks(1);
    group.give(wanted, new Input.TransferRequested(-1));
    group.run();
    assertNotEquals(wanted, group.leader());
  }

  @Test
  void anOperatorCannotMoveItToOneThatIsAwayOrHotOrUnknown() {
    Group group = settled(3);
    int leader = group.leader();
    group.isolate(after(group, leader, 1));
    group.pressure(after(group, leader, 2), HOT);
    for (int target = -2; target <= 3; target++) {
      group.give(leader, new Input.TransferRequested(target));
    }
    group.run();
    assertEquals(leader, group.leader());
    assertEquals(-1, view(group, leader).target());
  }

  // -- permits

  @Test
  void hotFollowersCompactOneAfterTheOther() {
    Group group = settled(3);
    int leader = group.leader();
    int first = after(group, leader, 1);
    int second = after(group, leader, 2);
    group.pressure(first, HOT);
    group.pressure(second, MAX - 1);
    assertTrue(group.compacts(first));
    assertFalse(group.compacts(second));
    group.finishCompaction(first);
    assertTrue(group.compacts(second));
    assertEquals(0, view(group, first).pressure());
  }

  @Test
  void aLostPermitIsSentAgainWithTheSameNumber() {
    Group group = settled(3);
    int leader = group.leader();
    int follower = after(group, leader, 1);
    group.loseDatagrams(datagram -> datagram instanceof Permit);
    group.pressure(follower, HOT);
    long run = view(group, leader).granted(follower);
    assertEquals(1, run);
    group.loseDatagrams(datagram -> false);
    group.ticks(4);
    assertTrue(group.compacts(follower));
    assertEquals(run, view(group, leader).granted(follower));
  }

  @Test
  void aPermitIsVoidInAnotherEpochAndASecondTime() {
    Group group = settled(3);
    int leader = group.leader();
    int follower = after(group, leader, 1);
    long epoch = group.replicas.get(follower).state().currentEpoch();
    group.give(follower, new Input.Notified(leader, new Permit(epoch - 1, 1)));
    group.run();
    assertFalse(group.compacts(follower));
    group.pressure(follower, HOT);
    assertTrue(group.compacts(follower));
    group.finishCompaction(follower);
    group.give(follower, new Input.Notified(leader, new Permit(epoch, 1)));
    group.run();
    assertFalse(group.compacts(follower));
  }

  @Test
  void aRestartEndsACompactionAndVoidsPermits() {
    Group group = settled(3);
    int leader = group.leader();
    int follower = after(group, leader, 1);
    group.pressure(follower, HOT);
    long run = view(group, follower).run();
    group.restart(follower);
    assertFalse(group.compacts(follower));
    assertTrue(view(group, follower).run() > run);
    group.until(() -> isSettled(group));
    group.pressure(after(group, leader, 2), HOT);
    assertTrue(group.compacts(after(group, leader, 2)), "its place is free again");
  }

  @Test
  void oneThatIsAwayOccupiesAPlaceWhateverItOnceReported() {
    Group group = settled(3);
    int first = group.leader();
    int away = after(group, first, 1);
    long epoch = group.replicas.get(first).state().currentEpoch();
    group.isolate(away);
    group.restart(first);
    group.until(() -> group.leader() >= 0);
    group.ticks(INTERVAL);
    int leader = group.leader();
    int follower = 3 - leader - away;
    group.give(leader, new Input.Notified(away, new Report(epoch, 0, 0)));
    group.pressure(follower, HOT);
    assertFalse(group.compacts(follower), "the one that is away may compact");
  }

  @Test
  void anOlderReportThatComesLaterIsIgnored() {
    Group group = settled(3);
    int leader = group.leader();
    int follower = after(group, leader, 1);
    group.pressure(follower, HOT);
    group.finishCompaction(follower);
    long epoch = group.replicas.get(leader).state().currentEpoch();
    group.give(leader, new Input.Notified(follower, new Report(epoch, 1, HOT)));
    group.run();
    assertEquals(2, view(group, leader).heardRun(follower));
  }

  @Test
  void withoutStaggeringFollowersCompactWhenTheyLike() {
    Group group = settled(3, settings(TransferPolicy.COLDEST, false));
    int leader = group.leader();
    group.pressure(after(group, leader, 1), HOT);
    group.pressure(after(group, leader, 2), HOT);
    assertTrue(group.compacts(after(group, leader, 1)));
    assertTrue(group.compacts(after(group, leader, 2)));
  }

  // -- small steps

  @Test
  void aHotLeaderAmongHotFollowersCompactsInSmallSteps() {
    Group group = settled(3);
    int leader = group.leader();
    group.pressure(after(group, leader, 1), HOT);
    group.pressure(after(group, leader, 2), HOT);
    group.pressure(leader, HOT);
    assertEquals(leader, group.leader());
    assertEquals(1, steps(group, leader));
    assertEquals(HOT - 1, view(group, leader).pressure());
    group.ticks(100);
    assertEquals(1, steps(group, leader));
    group.pressure(leader, HOT);
    assertEquals(2, steps(group, leader));
    long token = group.request(leader, 7, 1);
    assertTrue(answered(group, leader).contains(token));
  }

  @Test
  void whoeverIsAboutToStopWritesTakesASmallStep() {
    Group group = settled(3);
    int follower = after(group, group.leader(), 1);
    group.pressure(after(group, group.leader(), 2), HOT);
    group.pressure(follower, MAX + 5);
    assertFalse(group.compacts(follower));
    assertEquals(1, steps(group, follower));
    assertEquals(MAX - 1, view(group, follower).pressure());
  }

  // -- votes

  // -- fitness

  @Test
  void aLeaderThatIsNotFitHandsOverAtOnceWhateverThePolicyAndTheInterval() {
    for (TransferPolicy policy : TransferPolicy.values()) {
      Group group = new Group(3, Guards.STANDARD, settings(policy, true));
      group.until(() -> isSettled(group));
      int old = group.leader();
      assertTrue(view(group, old).waiting() > 0, "the interval has not passed");
      group.fit(old, false);
      assertNotEquals(old, group.leader(), policy.toString());
      assertTrue(isSettled(group));
      group.fit(old, true);
      assertTrue(view(group, old).fit());
    }
  }

  @Test
  void whoIsNotFitGivesWayToAHotOneAndIsNotChosenItself() {
    Group group = settled(3);
    int old = group.leader();
    int hot = after(group, old, 1);
    int unfit = after(group, old, 2);
    group.pressure(hot, HOT + 1);
    group.fit(unfit, false);
    group.request(old, 7, 1);
    group.finishCompaction(hot);
    group.pressure(hot, HOT + 1);
    // It is permitted to compact: until that is over it is no successor.
    group.fit(old, false);
    group.until(() -> group.compacts(hot));
    assertEquals(old, group.leader());
    group.finishCompaction(hot);
    group.until(() -> isSettled(group) && group.leader() == hot);
    assertTrue(isSettled(group));
  }

  @Test
  void nobodyWhoIsNotFitIsAskedFor() {
    Group group = settled(3);
    int old = group.leader();
    int unfit = after(group, old, 1);
    group.fit(unfit, false);
    group.give(old, new Input.TransferRequested(unfit));
    group.run();
    assertEquals(old, group.leader());
    group.give(old, new Input.TransferRequested(-1));
    group.run();
    assertEquals(after(group, old, 2), group.leader());
  }

  @Test
  void whereNobodyIsFitLeadershipStaysAndIsElected() {
    Group group = settled(3);
    int old = group.leader();
    for (int member = 0; member < 3; member++) {
      group.fit(after(group, old, 2 - member), false);
    }
    group.ticks(5 * INTERVAL);
    assertEquals(old, group.leader());
    group.give(old, new Input.StepDownRequested());
    group.until(() -> isSettled(group));
  }

  @Test
  void inAnElectionTheVoteOfWhoIsNotFitWeighsLessThanAnyOther() {
    Group group = settled(3, settings(TransferPolicy.OFF, true));
    int hot = group.leader();
    int unfit = after(group, hot, 1);
    group.fit(unfit, false);
    group.pressure(hot, MAX);
    int least = group.replicas.get(hot).transfer().weight();
    assertTrue(group.replicas.get(unfit).transfer().weight() < least);
    assertTrue(group.replicas.get(unfit).transfer().weight() > 0, "somebody must lead");
    assertTrue(group.replicas.get(unfit).transfer().mayWin());
  }

  @Test
  void aCompactionThatIsDueIsPermittedToWhoIsNotFitTooAndOneThatIsNotIsNot() {
    Group group = settled(3);
    int unfit = after(group, group.leader(), 1);
    group.fit(unfit, false);
    group.ticks(5 * INTERVAL);
    assertFalse(group.compacts(unfit));
    group.pressure(unfit, HOT);
    assertTrue(group.compacts(unfit));
    assertEquals(HOT, view(group, unfit).pressure());
  }

  @Test
  void theVoteOfOneThatCompactsWeighsNothing() {
    Group group = settled(3);
    int leader = group.leader();
    int busy = after(group, leader, 1);
    group.pressure(busy, HOT);
    assertTrue(group.compacts(busy));
    group.isolate(leader);
    group.until(() -> group.leader() >= 0);
    assertEquals(after(group, leader, 2), group.leader());
    assertEquals(
        0,
        group.outputsOf(busy, Output.Notify.class).stream()
            .map(Output.Notify::datagram)
            .filter(Datagram.Notification.class::isInstance)
            .mapToInt(datagram -> ((Datagram.Notification) datagram).weight())
            .reduce((earlier, later) -> later)
            .orElseThrow());
  }
}
