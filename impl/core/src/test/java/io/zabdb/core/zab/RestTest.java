package io.zabdb.core.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.group.Members;
import io.zabdb.core.group.Settings.Timing;
import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Message;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Output;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A group that has nothing to do rests; all that is to be done, or goes wrong, wakes it. */
class RestTest {

  private static final int REST_AFTER = 20;
  private static final Timing TIMING = new Timing(4, 24, 24, 3, 50, 100, REST_AFTER);
  private static final TransferSettings TRANSFER =
      new TransferSettings(TransferPolicy.COLDEST, true, 4, 3, 2, 100, 50, 50);
  private static final int HOT = 3;
  private static final long ALL = 0b111;

  private final Group group = Group.timed(3, TIMING, TRANSFER);
  private int leader;
  private int follower;
  private int other;

  @BeforeEach
  void isSettled() {
    group.until(() -> group.leader() >= 0 && all(Replica::isResting) == 0 && follow() == 2);
    leader = group.leader();
    follower = (leader + 1) % 3;
    other = (leader + 2) % 3;
  }

  private int follow() {
    return all(replica -> replica.state().leader() == group.leader()) - 1;
  }

  private int all(Predicate<Replica> which) {
    return (int) group.replicas.stream().filter(which).count();
  }

  private void hearEachOther() {
    for (int member = 0; member < 3; member++) {
      group.hears(member, ALL);
    }
  }

  private boolean rests(int member) {
    return group.replicas.get(member).isResting();
  }

  private void rest() {
    hearEachOther();
    group.until(() -> all(Replica::isResting) == 3);
  }

  private long epoch() {
    return group.replicas.get(leader).state().currentEpoch();
  }

  /** What all have said since. */
  private List<Output> said(Runnable meanwhile) {
    group.outputs.forEach(List::clear);
    meanwhile.run();
    return group.outputs.stream().flatMap(List::stream).toList();
  }

  /** Time passes at one member only. */
  private void ticksOf(int member, int count) {
    for (int i = 0; i < count; i++) {
      group.give(member, new Input.Tick());
      group.run();
    }
  }

  private void nobodyHearsAnything() {
    group.lose(message -> true);
    group.loseDatagrams(datagram -> true);
  }

  private boolean follows(int member) {
    return group.replicas.get(member).state().leader() == leader;
  }

  private boolean leads() {
    return group.replicas.get(leader).state().role() == Datagram.Role.LEADING;
  }

  @Test
  void whereThereIsNothingToDoNobodySaysAnything() {
    rest();
    assertEquals(List.of(), said(() -> group.ticks(400)));
    assertEquals(3, all(Replica::isResting));
  }

  @Test
  void nobodyRestsBeforeItIsTime() {
    hearEachOther();
    group.request(leader, 7, 1);
    group.ticks(REST_AFTER - 1);
    assertEquals(0, all(Replica::isResting));
  }

  @Test
  void aGroupOfOneRests() {
    Group lone = Group.timed(1, TIMING, TRANSFER);
    lone.until(() -> lone.leader() == 0);
    lone.until(() -> lone.replicas.get(0).isResting());
    long token = lone.request(0, 7, 1);
    assertEquals(token, lone.outputsOf(0, Output.Answer.class).get(0).token());
  }

  @Test
  void groupsRestOnlyIfTheyAreTo() {
    Group never = new Group(1);
    never.until(() -> never.leader() == 0);
    never.ticks(10 * REST_AFTER);
    assertFalse(never.replicas.get(0).isResting());
  }

  /** An older node says no words. */
  @Test
  void aLeaderThatDoesNotHearAllNodesDoesNotAskThem() {
    group.hears(leader, Members.of(follower));
    group.hears(follower, ALL);
    group.hears(other, ALL);
    List<Output> said = said(() -> group.ticks(3 * REST_AFTER));
    assertEquals(0, said.stream().filter(RestTest::isRest).count());
  }

  private static boolean isRest(Output output) {
    return output instanceof Output.Send send && send.message() instanceof Message.Rest;
  }

  @Test
  void aFollowerThatDoesNotHearTheLeadersNodeDoesNotRest() {
    group.hears(leader, ALL);
    group.hears(follower, ALL);
    List<Output> said = said(() -> group.ticks(3 * REST_AFTER));
    long questions = said.stream().filter(RestTest::isRest).count();
    assertTrue(questions > 0 && questions <= 3 * 3, questions + " questions and answers");
    assertFalse(rests(leader));
    assertFalse(rests(other));
    assertEquals(2, follow());
  }

  @Test
  void anUpdateIsServedAtOnceAndWakesAll() {
    rest();
    long token = group.request(leader, 7, 1);
    assertEquals(token, group.outputsOf(leader, Output.Answer.class).get(0).token());
    assertEquals(0, all(Replica::isResting));
    group.until(() -> all(Replica::isResting) == 3);
    assertEquals(1, group.replicas.get(other).state().lastCommitted());
  }

  @Test
  void aReadIsServedAtOnceAndWakesAll() {
    rest();
    group.outputs.forEach(List::clear);
    long token = group.read(leader);
    assertEquals(2, group.outputs.get(leader).stream().filter(RestTest::isPing).count());
    List<Output.ServeReads> served = group.outputsOf(leader, Output.ServeReads.class);
    assertEquals(List.of(token), served.get(served.size() - 1).tokens());
    assertEquals(0, all(Replica::isResting));
  }

  @Test
  void whoAsksForTheMembersThatThereAreIsAnsweredAtOnce() {
    group.request(leader, 7, 1);
    rest();
    long token = group.change(leader, 0, 1, 2);
    List<Output.Answer> answers = group.outputsOf(leader, Output.Answer.class);
    assertEquals(token, answers.get(answers.size() - 1).token());
    assertFalse(rests(leader));
  }

  @Test
  void aLeaderWakesNowAndThen() {
    rest();
    List<Output> said = said(() -> group.ticks(TIMING.restLength()));
    assertTrue(said.stream().anyMatch(RestTest::isPing));
    assertEquals(0, all(Replica::isResting));
    group.ticks(TIMING.heartbeat());
    assertEquals(3, all(Replica::isResting));
  }

  /** Rest!RestMustEnd: who does not answer then is found out. */
  @Test
  void aFollowerThatIsNotThereAnyMoreIsMissedWhenTheRestEnds() {
    rest();
    group.silence(follower);
    group.silence(other);
    group.loseDatagrams(datagram -> true);
    ticksOf(leader, TIMING.restLength() + TIMING.leaderTimeout() + 1);
    assertFalse(leads());
  }

  @Test
  void manyTicksComeAtOnceButNoneBehindWhatWakes() {
    rest();
    long epoch = epoch();
    group.give(leader, new Input.Tick(TIMING.restLength() + 10 * TIMING.leaderTimeout()));
    group.run();
    assertTrue(leads());
    assertEquals(epoch, epoch());
    assertFalse(rests(leader));
  }

  /** The questions of a leader, of which none arrives. */
  private List<Output.Send> asked() {
    group.lose(message -> message instanceof Message.Rest);
    hearEachOther();
    List<Output> said =
        said(
            () -> group.until(() -> group.outputs.get(leader).stream().anyMatch(RestTest::isRest)));
    List<Output.Send> asked =
        said.stream().filter(RestTest::isRest).map(Output.Send.class::cast).toList();
    assertEquals(2, asked.size());
    return asked;
  }

  private static long question(List<Output.Send> asked) {
    return ((Message.Rest) asked.get(0).message()).question();
  }

  /** Rest, mutant AnyAnswer. */
  @Test
  void anAnswerToAnotherQuestionIsVoid() {
    List<Output.Send> asked = asked();
    answer(asked, question(asked) - 1);
    assertFalse(rests(leader));
    answer(asked, question(asked));
    assertTrue(rests(leader));
  }

  /** Rest, mutant Stands: who has answered was woken by the ping behind the question. */
  @Test
  void anAnswerIsVoidOnceAllWerePinged() {
    List<Output.Send> asked = asked();
    answer(asked.subList(0, 1), question(asked));
    group.hears(leader, Members.of(leader));
    group.ticks(TIMING.heartbeat());
    group.hears(leader, ALL);
    answer(asked.subList(1, 2), question(asked));
    assertFalse(rests(leader));
  }

  private void answer(List<Output.Send> asked, long question) {
    for (Output.Send each : asked) {
      Message answer = new Message.Rest(epoch(), question);
      group.give(leader, new Input.Received(each.connection(), answer));
    }
    group.run();
  }

  private static boolean isPing(Output output) {
    return output instanceof Output.Send send && send.message() instanceof Message.Ping;
  }

  /** Rest, mutants WakesAlone and FromNow. */
  @Test
  void aFollowerThatMissesWordsTellsItsLeaderAndStays() {
    rest();
    group.hears(follower, 0);
    assertEquals(0, all(Replica::isResting));
    group.ticks(3 * REST_AFTER);
    assertEquals(2, follow());
    assertFalse(rests(leader) || rests(follower));
    group.hears(follower, ALL);
    group.until(() -> all(Replica::isResting) == 3);
  }

  /** Rest!GoneIsNoticed. */
  @Test
  void aLeaderThatIsGoneIsGivenUpAsSoonAsIfItsHeartbeatsWereMissed() {
    rest();
    nobodyHearsAnything();
    ticksOf(follower, TIMING.wordPatience() + 1);
    group.hears(follower, Members.without(ALL, leader));
    ticksOf(follower, TIMING.followerTimeout() - TIMING.wordPatience() - 1);
    assertTrue(follows(follower));
    ticksOf(follower, 1);
    assertFalse(follows(follower));
  }

  /** Rest!AloneIsNoticed. */
  @Test
  void aLeaderThatNobodyHearsStepsDown() {
    rest();
    nobodyHearsAnything();
    group.hears(leader, Members.of(leader));
    ticksOf(leader, TIMING.leaderTimeout());
    assertTrue(leads());
    ticksOf(leader, 1);
    assertFalse(leads());
  }

  /** Rest!LostIsNoticed. */
  @Test
  void aFollowerGivesUpALeaderThatDoesNotWakeIt() {
    rest();
    nobodyHearsAnything();
    ticksOf(follower, TIMING.restPatience());
    assertTrue(follows(follower));
    ticksOf(follower, 1);
    assertFalse(follows(follower));
  }

  @Test
  void whoIsLeftRestsWithoutAMemberThatIsAwayAndWakesWhenItIsBack() {
    rest();
    group.isolate(other);
    group.run();
    assertFalse(rests(leader));
    group.until(() -> rests(leader) && rests(follower));
    group.heal();
    group.until(() -> group.replicas.get(other).state().leader() == leader);
    group.until(() -> all(Replica::isResting) == 3);
  }

  @Test
  void aLeaderWithoutAQuorumDoesNotRest() {
    hearEachOther();
    group.isolate(other);
    group.isolate(follower);
    group.ticks(TIMING.leaderTimeout() + 1);
    assertEquals(0, all(Replica::isResting));
    assertFalse(leads());
  }

  @Test
  void aMemberThatIsSynchronizedKeepsTheLeaderAwake() {
    hearEachOther();
    group.isolate(other);
    group.request(leader, 7, 1);
    group.until(() -> rests(leader));
    group.heal();
    group.stand(other, true);
    group.until(() -> group.replicas.get(other).state().leader() == leader);
    group.ticks(2 * REST_AFTER);
    assertFalse(rests(leader));
    group.stand(other, false);
    group.until(() -> all(Replica::isResting) == 3);
  }

  /** Rest, mutant Behind. */
  @Test
  void nobodyRestsBeforeAllHaveAll() {
    group.stand(follower, true);
    group.request(leader, 7, 1);
    hearEachOther();
    group.ticks(3 * REST_AFTER);
    assertEquals(0, all(Replica::isResting));
    group.stand(follower, false);
    group.until(() -> all(Replica::isResting) == 3);
  }

  @Test
  void aQuestionThatIsLostIsAskedAgain() {
    group.lose(message -> message instanceof Message.Rest);
    hearEachOther();
    group.ticks(2 * REST_AFTER);
    assertEquals(0, all(Replica::isResting));
    assertEquals(2, follow());
    group.lose(message -> false);
    group.until(() -> all(Replica::isResting) == 3);
  }

  @Test
  void aHotFollowerKeepsAllAwakeUntilItHasCompacted() {
    rest();
    group.pressure(follower, HOT);
    assertEquals(0, all(Replica::isResting));
    assertTrue(group.compacts(follower));
    group.ticks(3 * REST_AFTER);
    assertEquals(0, all(Replica::isResting));
    group.finishCompaction(follower);
    group.until(() -> all(Replica::isResting) == 3);
  }

  @Test
  void aFollowerThatIsNotFitKeepsAllAwake() {
    rest();
    group.fit(follower, false);
    assertEquals(0, all(Replica::isResting));
    group.ticks(2 * REST_AFTER);
    assertFalse(rests(leader) || rests(follower));
    group.fit(follower, true);
    group.until(() -> all(Replica::isResting) == 3);
  }

  /** It compacts in small steps. */
  @Test
  void aHotLeaderThatNobodyMaySucceedDoesNotRest() {
    group.pressure(follower, HOT - 1);
    group.pressure(other, HOT - 1);
    rest();
    group.pressure(leader, HOT);
    group.ticks(2 * REST_AFTER);
    assertEquals(leader, group.leader());
    assertFalse(rests(leader));
  }

  @Test
  void aLeaderThatHasGivenAPermitDoesNotRestUntilItIsUsed() {
    hearEachOther();
    group.loseDatagrams(datagram -> datagram instanceof Datagram.Permit);
    group.pressure(follower, HOT);
    group.pressure(follower, 0);
    group.ticks(2 * REST_AFTER);
    assertFalse(rests(leader));
    group.loseDatagrams(datagram -> false);
    group.until(() -> group.compacts(follower));
    group.finishCompaction(follower);
    group.until(() -> all(Replica::isResting) == 3);
  }

  @Test
  void aLeaderThatIsNotFitHandsOverThoughAllRest() {
    rest();
    long epoch = epoch();
    group.fit(leader, false);
    group.until(() -> group.leader() >= 0 && group.leader() != leader);
    assertEquals(epoch + 1, group.replicas.get(group.leader()).state().currentEpoch());
  }

  @Test
  void aLeaderIsMovedThoughAllRest() {
    rest();
    group.give(leader, new Input.TransferRequested(follower));
    group.until(() -> group.leader() == follower);
  }
}
