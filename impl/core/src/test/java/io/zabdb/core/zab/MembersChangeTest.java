package io.zabdb.core.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Members;
import io.zabdb.core.group.Roster;
import io.zabdb.core.group.Settings;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Message;
import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Output;
import io.zabdb.core.step.Refusal;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Members of a group of three, numbers 0 to 2, and learners, 3 to 5. */
class MembersChangeTest {

  private final Group group = Group.withLearners(3, 6);
  private int leader;

  @BeforeEach
  void everybodyFollows() {
    group.until(() -> group.leader() >= 0);
    leader = group.leader();
    group.ticks(30);
  }

  private Configuration configuration(int member) {
    return group.replicas.get(member).state().roster().configuration(Configuration.ofFirst(3));
  }

  private StateView state(int member) {
    return group.replicas.get(member).state();
  }

  private static int[] without(int member) {
    int[] others = new int[2];
    for (int other = 0, next = 0; other < 3; other++) {
      if (other != member) {
        others[next++] = other;
      }
    }
    return others;
  }

  private void answered(int member, long token) {
    assertEquals(
        1,
        group.outputsOf(member, Output.Answer.class).stream()
            .filter(answer -> answer.token() == token)
            .count());
  }

  private void refused(int member, long token, Refusal refusal) {
    List<Output.Refuse> refused = group.outputsOf(member, Output.Refuse.class);
    assertTrue(refused.contains(new Output.Refuse(token, refusal, member)), refused::toString);
  }

  /** Whether an update of a new session is committed. */
  private boolean commits(long session) {
    int leads = group.leader();
    group.request(leads, session, 1);
    group.ticks(3);
    return state(leads).lastCommitted() == state(leads).historyLength();
  }

  @Test
  void onlyFoundersLeadAGroupThatIsNew() {
    assertTrue(leader < 3);
    for (int learner = 3; learner < 6; learner++) {
      assertTrue(Members.contains(state(leader).ackLeader(), learner));
    }
  }

  @Test
  void learnersCountForNothing() {
    int[] others = without(leader);
    group.stand(others[0], true);
    group.stand(others[1], true);
    group.stand(leader, true);
    long before = state(leader).lastCommitted();
    group.request(leader, 9, 1);
    assertEquals(before, state(leader).lastCommitted());
    assertEquals(before + 1, state(leader).acked(4));
    group.stand(others[0], false);
    group.stand(leader, false);
    group.run();
    assertEquals(before + 1, state(leader).lastCommitted());
  }

  @Test
  void aDeadMemberIsReplacedByALearner() {
    int[] others = without(leader);
    group.isolate(others[0]);
    answered(leader, group.change(leader, leader, others[1], 4));
    Configuration now =
        Configuration.of(Members.of(leader) | Members.of(others[1]) | Members.of(4));
    assertEquals(now, configuration(leader));
    assertEquals(now, configuration(4));
    assertEquals(0, state(leader).roster().configuration(now).second());
    group.stand(others[1], true);
    assertTrue(commits(9), "with the newcomer");
    group.stand(4, true);
    assertFalse(commits(10), "without it");
  }

  @Test
  void aLeaderThatIsReplacedHandsOver() {
    int[] others = without(leader);
    long token = group.change(leader, others[0], others[1], 3);
    answered(leader, token);
    int old = leader;
    group.until(() -> group.leader() >= 0 && group.leader() != old);
    group.ticks(50);
    assertEquals(
        Configuration.of(Members.of(others[0]) | Members.of(others[1]) | Members.of(3)),
        configuration(old));
    assertTrue(group.leader() != old);
    assertEquals(state(group.leader()).acceptedEpoch(), state(old).currentEpoch(), "a learner");
    // It cannot lead any more, though it has all.
    group.isolate(group.leader());
    group.until(() -> group.leader() >= 0);
    assertTrue(group.leader() != old);
  }

  @Test
  void allMembersAreReplacedAtOnce() {
    answered(leader, group.change(leader, 3, 4, 5));
    group.until(() -> group.leader() >= 3);
    for (int member = 0; member < 3; member++) {
      group.isolate(member);
    }
    assertTrue(commits(9));
  }

  @Test
  void whoeverLeadsNextGoesOnWithTheChange() {
    int[] others = without(leader);
    group.stand(others[0], true);
    group.stand(others[1], true);
    long token = group.change(leader, leader, others[0], others[1], 3, 4);
    assertTrue(configuration(leader).isJoint());
    assertTrue(configuration(others[0]).isJoint());
    group.restart(leader);
    group.isolate(leader);
    group.stand(others[0], false);
    group.stand(others[1], false);
    group.until(() -> group.leader() >= 0);
    group.ticks(30);
    assertEquals(Configuration.ofFirst(5), configuration(group.leader()));
    assertEquals(
        0,
        group.outputsOf(leader, Output.Answer.class).stream()
            .filter(answer -> answer.token() == token)
            .count());
  }

  @Test
  void aChangeUnderWayIsUndone() {
    int[] others = without(leader);
    group.stand(others[0], true);
    group.stand(others[1], true);
    long join = group.change(leader, 3, 4, 5);
    refused(leader, group.change(leader, 3, 4), Refusal.CHANGING);
    long again = group.change(leader, 3, 4, 5);
    long undo = group.change(leader, 0, 1, 2);
    long dismissal = group.dismiss(leader, Members.of(5));
    assertEquals(0, group.outputsOf(leader, Output.Answer.class).size());
    group.stand(others[0], false);
    group.run();
    answered(leader, join);
    answered(leader, again);
    answered(leader, undo);
    answered(leader, dismissal);
    assertEquals(Configuration.ofFirst(3), configuration(leader));
    assertEquals(state(leader).historyLength(), state(leader).lastCommitted());
  }

  @Test
  void whatIsDoneIsNotDoneTwice() {
    answered(leader, group.change(leader, 0, 1, 2, 3));
    long length = state(leader).historyLength();
    answered(leader, group.change(leader, 0, 1, 2, 3));
    assertEquals(length, state(leader).historyLength());
  }

  @Test
  void whatCannotBeIsRefused() {
    int[] others = without(leader);
    long misdirected = group.change(others[0], 0, 1, 2, 3);
    assertEquals(
        List.of(new Output.Refuse(misdirected, Refusal.NOT_LEADER, leader)),
        group.outputsOf(others[0], Output.Refuse.class));
    refused(leader, group.change(leader), Refusal.BAD_MEMBERS);
    refused(leader, group.change(leader, 0, 1, 2, 6), Refusal.BAD_MEMBERS);
    group.isolate(5);
    refused(leader, group.change(leader, 0, 1, 2, 5), Refusal.NOT_READY);
    group.isolate(others[0]);
    refused(leader, group.change(leader, leader, others[0]), Refusal.NOT_READY);
  }

  /** Its connection is open still: nobody tells of a machine without power. */
  @Test
  void whoHasBeenSilentForLongIsNotCountedOn() {
    int[] others = without(leader);
    answered(leader, group.change(leader, 0, 1, 2, 3));
    group.silence(others[0]);
    group.silence(4);
    group.ticks(Settings.Timing.DEFAULT.leaderTimeout() + 1);
    assertEquals(leader, group.leader());
    refused(leader, group.change(leader, leader, others[0]), Refusal.NOT_READY);
    refused(leader, group.change(leader, 0, 1, 2, 3, 4), Refusal.NOT_READY);
    answered(leader, group.change(leader, leader, others[1], 3));
  }

  @Test
  void aChangeWaitsUntilThoseThatCompactCanBeSpared() {
    int[] others = without(leader);
    group.pressure(others[0], 9);
    group.ticks(10);
    assertTrue(group.compacts(others[0]));
    refused(leader, group.change(leader, leader, others[0]), Refusal.NOT_READY);
    group.finishCompaction(others[0]);
    group.pressure(others[0], 0);
    group.ticks(10);
    answered(leader, group.change(leader, leader, others[0]));
  }

  @Test
  void whoWasRemovedAndDoesNotKnowItLearnsOfIt() {
    int[] others = without(leader);
    group.isolate(others[0]);
    answered(leader, group.change(leader, leader, others[1], 3));
    group.ticks(60);
    assertEquals(Datagram.Role.LOOKING, state(others[0]).role());
    group.heal();
    int before = group.leader();
    group.until(() -> state(others[0]).lastCommitted() == state(before).lastCommitted());
    assertEquals(before, group.leader());
    assertFalse(configuration(others[0]).includes(others[0]));
  }

  /** Somebody connects under a number. */
  private void comes(int member, long promised, long disk) {
    group.isolate(member);
    Connection connection = new Connection(member, leader, 1L << 40);
    group.give(leader, new Input.ConnectionRequested(connection));
    group.give(leader, new Input.Received(connection, new Message.Cepoch(promised, disk)));
  }

  @Test
  void aPromiseOfOneThatHasLeftDisturbsNoLeader() {
    answered(leader, group.change(leader, 0, 1, 2, 5));
    answered(leader, group.change(leader, 0, 1, 2));
    long epoch = state(leader).acceptedEpoch();
    comes(5, 1_000, Roster.UNNUMBERED);
    group.run();
    assertEquals(Datagram.Role.LEADING, state(leader).role());
    assertEquals(epoch, state(leader).acceptedEpoch(), "it leads on");
    // Of one who votes, another election is needed to bring it back.
    comes(without(leader)[0], 1_000, Roster.UNNUMBERED);
    group.run();
    assertEquals(Datagram.Role.LOOKING, state(leader).role());
  }

  /** It would never learn. */
  @Test
  void aLaterPromiseOfALearnerNeedsAnotherElection() {
    long epoch = state(leader).acceptedEpoch();
    comes(5, epoch + 1, Roster.UNNUMBERED);
    group.until(() -> group.leader() >= 0 && state(group.leader()).acceptedEpoch() > epoch);
  }

  /** Its node may be about to drop what is on the old one. */
  @Test
  void whoHasLeftComesBackWithAnotherDisk() {
    answered(leader, group.change(leader, 0, 1, 2, 5));
    answered(leader, group.change(leader, 0, 1, 2));
    refused(leader, group.change(leader, 0, 1, 2, 5), Refusal.NOT_READY);
    group.replaceDisk(5, 77);
    group.ticks(60);
    answered(leader, group.change(leader, 0, 1, 2, 5));
    assertEquals(77, state(leader).roster().disk(5));
    assertTrue(commits(9));
  }

  /** Whoever wanted it to join has given up. */
  @Test
  void aLearnerThatIsNotToJoinIsDismissed() {
    group.replaceDisk(5, 77);
    group.ticks(60);
    answered(leader, group.dismiss(leader, Members.of(5)));
    assertTrue(state(5).roster().hasLeft(5, 77, Configuration.ofFirst(3)));
    assertTrue(state(5).rosterPlace() <= state(5).lastCommitted());
    assertEquals(Configuration.ofFirst(3), configuration(leader));
    refused(leader, group.change(leader, 0, 1, 2, 5), Refusal.NOT_READY);
    long length = state(leader).historyLength();
    answered(leader, group.dismiss(leader, Members.of(5)));
    assertEquals(length, state(leader).historyLength(), "what is done is not done twice");
    group.replaceDisk(5, 78);
    group.ticks(60);
    answered(leader, group.change(leader, 0, 1, 2, 5));
    assertTrue(commits(9));
  }

  /** Whoever asks is not to take it for done. */
  @Test
  void whileMembersChangeNobodyIsDismissed() {
    group.lose(MembersChangeTest::isLeave);
    group.change(leader, 0, 1, 2, 3);
    assertTrue(configuration(leader).isJoint() || !isSettled());
    refused(leader, group.dismiss(leader, Members.of(5)), Refusal.CHANGING);
  }

  /** What it logs then might not be the successor's. */
  @Test
  void whoeverHandsOverDismissesNobody() {
    int[] others = without(leader);
    group.stand(others[0], true);
    group.stand(others[1], true);
    group.request(leader, 9, 1);
    group.give(leader, new Input.TransferRequested(others[0]));
    group.run();
    assertEquals(others[0], group.replicas.get(leader).transferView().target(), "it drains");
    refused(leader, group.dismiss(leader, Members.of(5)), Refusal.CHANGING);
  }

  private boolean isSettled() {
    return state(leader).rosterPlace() <= state(leader).lastCommitted();
  }

  @Test
  void whoIsNotHereOrVotesIsNotDismissed() {
    group.isolate(5);
    long length = state(leader).historyLength();
    answered(leader, group.dismiss(leader, Members.of(5) | Members.of(0)));
    assertEquals(length, state(leader).historyLength());
  }

  /** Under the number of one whose disk is another one by now, as far as anybody knows. */
  @Test
  void whoHasAcknowledgedNothingIsNotDismissed() {
    group.lose(Message.AckLd.class::isInstance);
    group.replaceDisk(5, 77);
    group.ticks(5);
    assertEquals(state(leader).historyLength(), state(5).historyLength());
    long length = state(leader).historyLength();
    answered(leader, group.dismiss(leader, Members.of(5)));
    assertEquals(length, state(leader).historyLength());
  }

  private static boolean isLeave(Message message) {
    return message instanceof Message.Propose propose
        && propose.entry().session() == Roster.SESSION
        && propose.entry().seq() == 2;
  }

  @Test
  void untilAChangeIsCommittedThoseBeforeItSpareThoseThatCompactToo() {
    int[] others = without(leader);
    group.lose(MembersChangeTest::isLeave);
    group.change(leader, 0, 1, 2, 3, 4);
    assertEquals(Configuration.ofFirst(5), configuration(leader));
    assertTrue(state(leader).lastCommitted() < state(leader).historyLength());
    group.pressure(others[0], 9);
    group.pressure(others[1], 9);
    group.ticks(20);
    assertTrue(group.compacts(others[0]) != group.compacts(others[1]), "three can spare one");
  }

  @Test
  void fiveCanSpareTwo() {
    int[] others = without(leader);
    answered(leader, group.change(leader, 0, 1, 2, 3, 4));
    group.pressure(others[0], 9);
    group.pressure(others[1], 9);
    group.ticks(20);
    assertTrue(group.compacts(others[0]) && group.compacts(others[1]));
  }

  @Test
  void onlyWhoVotesIsASuccessor() {
    group.give(leader, new Input.TransferRequested(4));
    group.ticks(5);
    assertEquals(
        List.of(),
        group.outputsOf(leader, Output.Notify.class).stream()
            .filter(MembersChangeTest::isStart)
            .toList(),
        "a learner");
    assertEquals(leader, group.leader());
    answered(leader, group.change(leader, 0, 1, 2, 4));
    group.ticks(10);
    group.give(leader, new Input.TransferRequested(4));
    group.until(() -> group.leader() == 4);
  }

  @Test
  void aLeaderThatIsReplacedAndFindsNobodyStepsDown() {
    int[] others = without(leader);
    for (int other : new int[] {others[0], others[1], 3}) {
      group.fit(other, false);
    }
    group.ticks(10);
    answered(leader, group.change(leader, others[0], others[1], 3));
    assertEquals(leader, group.leader(), "no other is fit");
    group.until(() -> state(leader).role() != Datagram.Role.LEADING);
    assertEquals(
        0,
        group.outputsOf(leader, Output.Notify.class).stream()
            .filter(MembersChangeTest::isStart)
            .count());
    group.until(() -> group.leader() >= 0);
    assertTrue(group.leader() != leader);
  }

  private static boolean isStart(Output.Notify notify) {
    return notify.datagram() instanceof Datagram.Start;
  }
}
