package io.zabdb.core.zab;

import static io.zabdb.core.zab.Solo.received;
import static io.zabdb.core.zab.Solo.send;
import static io.zabdb.core.zab.Solo.written;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.group.Settings;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Difference.Mode;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Message.Promise;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.Pending;
import io.zabdb.core.state.Phase;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.state.RejectedException;
import io.zabdb.core.state.Vote;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Output;
import io.zabdb.core.step.Refusal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Member 1 of three leads, message by message; it has epochs 2 and 1, and two entries. */
class LeadingTest {

  private static final Connection ZERO = new Connection(0, 1, 11);
  private static final Connection TWO = new Connection(2, 1, 12);
  private static final Entry A = entry(1, 1);
  private static final Entry B = entry(1, 2);

  private static Entry entry(long epoch, long counter) {
    return new Entry(epoch, counter, 7, counter, new byte[] {1});
  }

  private final Solo solo;

  LeadingTest() {
    Settings.Limits limits = new Settings.Limits(4, 3, 6, 2);
    solo =
        new Solo(
            new Settings(1, 3, 5, Settings.Timing.DEFAULT, limits),
            new Recovered(2, 1, null, List.of(A, B)));
    solo.give(Solo.looks(0));
    solo.give(Solo.looks(2));
    assertEquals(Datagram.Role.LEADING, solo.state.role());
  }

  private void connect(Connection connection, long acceptedEpoch) {
    solo.expect(new Input.ConnectionRequested(connection), new Output.Accept(connection));
    solo.give(received(connection, new Message.Cepoch(acceptedEpoch)));
    assertEquals(acceptedEpoch, solo.state.cepoch(connection.initiator()));
  }

  /** Epoch 6, promised by itself. */
  private void propose() {
    solo.expect(new Input.ConnectionRequested(ZERO), new Output.Accept(ZERO));
    solo.expect(
        received(ZERO, new Message.Cepoch(5)), new Output.WriteEpoch(EpochField.ACCEPTED, 6));
    solo.expect(written(EpochField.ACCEPTED, 6), send(ZERO, new Message.NewEpoch(6)));
    assertEquals(new Vote(Promise.FIRST, 1, B.zxid()), solo.state.ackEpoch(1));
  }

  private static Difference nothing() {
    return new Difference(Mode.DIFF, B.zxid(), null, List.of());
  }

  /** Member 0, with the same history, has promised. */
  private void complete() {
    propose();
    solo.expect(
        received(ZERO, new Message.AckEpoch(Promise.FIRST, 1, B.zxid())),
        send(ZERO, new Message.Sync(6, nothing())),
        send(ZERO, new Message.NewLeader(6)),
        new Output.WriteEpoch(EpochField.CURRENT, 6));
    assertEquals(new Pending(EpochField.CURRENT, 6, 2), solo.state.pending());
    assertEquals(0b001, solo.state.forwarding());
  }

  private void establish() {
    complete();
    solo.expect(written(EpochField.CURRENT, 6));
    assertEquals(0b010, solo.state.ackLeader());
    solo.expect(
        received(ZERO, new Message.AckLd(6, B.zxid())),
        send(ZERO, new Message.CommitLd(6, B.zxid())),
        new Output.Deliver(2),
        new Output.LeaderChanged(1, 6));
    assertEquals(Phase.BROADCAST, solo.state.phase());
    assertEquals(0b011, solo.state.ackLeader());
    assertEquals(2, solo.state.acked(0));
    assertEquals(2, solo.state.acked(1));
    assertEquals(1, solo.state.leader());
  }

  private static Input request(long token, long session, long seq, int bytes) {
    return new Input.ClientRequest(token, session, seq, new byte[bytes]);
  }

  private static Entry logged(long counter, long session, long seq, int bytes) {
    return new Entry(6, counter, session, seq, new byte[bytes]);
  }

  @Test
  void itBeginsByTellingEverybody() {
    Solo other = new Solo(Settings.of(1, 3, 5), Recovered.NOTHING);
    other.give(Solo.looks(0));
    List<Output> outputs = other.give(Solo.looks(2));
    Datagram own =
        new Datagram.Notification(
            Datagram.Role.LEADING, 0, 0, Zxid.ZERO, 0, 0, other.weight(), 0b101);
    assertTrue(outputs.contains(new Output.Notify(0, own)));
    assertTrue(outputs.contains(new Output.Notify(2, own)));
    assertFalse(outputs.contains(new Output.Notify(1, own)));
  }

  @Test
  void itAnswersThoseThatLook() {
    List<Output> outputs = solo.give(Solo.looks(2));
    assertEquals(1, outputs.size());
    assertEquals(2, ((Output.Notify) outputs.get(0)).to());
    solo.expect(Solo.leads(0));
  }

  @Test
  void anEntryIsProposedSyncedAcknowledgedAndCommitted() {
    establish();
    Entry next = logged(1, 8, 1, 3);
    solo.expect(
        request(40, 8, 1, 3), new Output.Append(3, next), send(ZERO, new Message.Propose(6, next)));
    solo.expect(solo.synced(3));
    solo.expect(
        received(ZERO, new Message.Ack(6, next.zxid())),
        send(ZERO, new Message.Commit(6, next.zxid())),
        new Output.Deliver(3),
        new Output.Answer(40, 8, 1, 3));
    solo.expect(received(ZERO, new Message.Ack(6, next.zxid())));
    assertEquals(3, solo.state.lastCommitted());
    assertEquals(3, solo.state.acked(0));
  }

  @Test
  void oneAcknowledgementCommitsManyAndTheLeaderMayBeLast() {
    establish();
    solo.give(request(40, 8, 1, 1));
    solo.give(request(41, 8, 2, 1));
    solo.expect(received(ZERO, new Message.Ack(6, new Zxid(6, 2))));
    solo.expect(
        solo.synced(3),
        send(ZERO, new Message.Commit(6, new Zxid(6, 1))),
        new Output.Deliver(3),
        new Output.Answer(40, 8, 1, 3));
    solo.expect(
        solo.synced(4),
        send(ZERO, new Message.Commit(6, new Zxid(6, 2))),
        new Output.Deliver(4),
        new Output.Answer(41, 8, 2, 4));
  }

  @Test
  void followersAloneMayCommit() {
    establish();
    join(TWO);
    Entry next = logged(1, 8, 1, 1);
    solo.expect(
        request(40, 8, 1, 1),
        new Output.Append(3, next),
        send(ZERO, new Message.Propose(6, next)),
        send(TWO, new Message.Propose(6, next)));
    solo.expect(received(TWO, new Message.Ack(6, next.zxid())));
    solo.expect(
        received(ZERO, new Message.Ack(6, next.zxid())),
        send(ZERO, new Message.Commit(6, next.zxid())),
        send(TWO, new Message.Commit(6, next.zxid())),
        new Output.Deliver(3),
        new Output.Answer(40, 8, 1, 3));
    assertEquals(2, solo.state.synced());
  }

  /** A late follower comes in, which lacks entry B. */
  private void join(Connection connection) {
    solo.expect(new Input.ConnectionRequested(connection), new Output.Accept(connection));
    solo.expect(
        received(connection, new Message.Cepoch(1)), send(connection, new Message.NewEpoch(6)));
    Difference tail = new Difference(Mode.DIFF, A.zxid(), null, List.of(B));
    solo.expect(
        received(connection, new Message.AckEpoch(Promise.AGAIN, 1, A.zxid())),
        send(connection, new Message.Sync(6, tail)),
        send(connection, new Message.NewLeader(6)));
    solo.expect(
        received(connection, new Message.AckLd(6, B.zxid())),
        send(connection, new Message.CommitLd(6, B.zxid())));
  }

  @Test
  void aLateFollowerMayCommitByComingIn() {
    establish();
    Entry next = logged(1, 8, 1, 1);
    solo.give(request(40, 8, 1, 1));
    solo.give(solo.synced(3));
    solo.expect(new Input.ConnectionRequested(TWO), new Output.Accept(TWO));
    solo.give(received(TWO, new Message.Cepoch(1)));
    solo.give(received(TWO, new Message.AckEpoch(Promise.FIRST, 1, B.zxid())));
    solo.expect(
        received(TWO, new Message.AckLd(6, next.zxid())),
        send(TWO, new Message.CommitLd(6, next.zxid())),
        send(ZERO, new Message.Commit(6, next.zxid())),
        new Output.Deliver(3),
        new Output.Answer(40, 8, 1, 3));
  }

  @Test
  void theLeadersOwnLateEntryMayCommit() {
    complete();
    solo.expect(new Input.ConnectionRequested(TWO), new Output.Accept(TWO));
    solo.give(received(TWO, new Message.Cepoch(1)));
    solo.give(received(TWO, new Message.AckEpoch(Promise.FIRST, 1, B.zxid())));
    solo.give(received(TWO, new Message.AckLd(6, B.zxid())));
    solo.give(received(ZERO, new Message.AckLd(6, B.zxid())));
    assertEquals(Phase.BROADCAST, solo.state.phase());
    Entry next = logged(1, 8, 1, 1);
    solo.give(request(40, 8, 1, 1));
    solo.give(received(ZERO, new Message.Ack(6, next.zxid())));
    solo.give(solo.synced(3));
    assertEquals(2, solo.state.lastCommitted());
    solo.expect(
        written(EpochField.CURRENT, 6),
        send(ZERO, new Message.Commit(6, next.zxid())),
        send(TWO, new Message.Commit(6, next.zxid())),
        new Output.Deliver(3),
        new Output.Answer(40, 8, 1, 3));
  }

  @Test
  void aLaterHistoryIsPulledFirst() {
    propose();
    Entry c = entry(4, 1);
    solo.expect(
        received(ZERO, new Message.AckEpoch(Promise.FIRST, 4, c.zxid())),
        send(ZERO, new Message.Pull(6, B.zxid())));
    assertEquals(Phase.SYNCHRONIZATION, solo.state.phase());
    Difference tail = new Difference(Mode.DIFF, B.zxid(), null, List.of(c));
    Difference same = new Difference(Mode.DIFF, c.zxid(), null, List.of());
    solo.expect(
        received(ZERO, new Message.Pulled(6, tail)),
        new Output.Append(3, c),
        send(ZERO, new Message.Sync(6, same)),
        send(ZERO, new Message.NewLeader(6)));
    assertEquals(new Vote(Promise.FIRST, 4, c.zxid()), solo.state.ackEpoch(1));
    solo.expect(solo.synced(3), new Output.WriteEpoch(EpochField.CURRENT, 6));
  }

  @Test
  void whoHasTheLatestHistoryAndIsLostEndsTheAttempt() {
    propose();
    solo.give(received(ZERO, new Message.AckEpoch(Promise.FIRST, 4, new Zxid(4, 1))));
    solo.give(new Input.ConnectionClosed(ZERO));
    assertEquals(Datagram.Role.LOOKING, solo.state.role());
  }

  @Test
  void whoHasTheLatestHistoryAndComesAgainEndsTheAttempt() {
    propose();
    solo.give(received(ZERO, new Message.AckEpoch(Promise.FIRST, 4, new Zxid(4, 1))));
    Connection again = new Connection(0, 1, 13);
    solo.give(new Input.ConnectionRequested(again));
    solo.give(received(again, new Message.Cepoch(6)));
    assertEquals(Datagram.Role.LOOKING, solo.state.role());
  }

  @Test
  void whoHasPromisedALaterEpochEndsThisOne() {
    establish();
    solo.give(new Input.ConnectionRequested(TWO));
    solo.give(received(TWO, new Message.Cepoch(6)));
    assertEquals(Datagram.Role.LEADING, solo.state.role());
    Connection again = new Connection(2, 1, 13);
    solo.give(new Input.ConnectionRequested(again));
    solo.give(received(again, new Message.Cepoch(7)));
    assertEquals(Datagram.Role.LOOKING, solo.state.role());
  }

  @Test
  void aFollowerThatPromisedBeforeDoesNotCount() {
    propose();
    solo.expect(received(ZERO, new Message.AckEpoch(Promise.AGAIN, 1, B.zxid())));
    assertEquals(Phase.DISCOVERY, solo.state.phase());
    connect(TWO, 0);
    solo.expect(
        received(TWO, new Message.AckEpoch(Promise.FIRST, 1, A.zxid())),
        send(ZERO, new Message.Sync(6, nothing())),
        send(ZERO, new Message.NewLeader(6)),
        send(TWO, new Message.Sync(6, new Difference(Mode.DIFF, A.zxid(), null, List.of(B)))),
        send(TWO, new Message.NewLeader(6)),
        new Output.WriteEpoch(EpochField.CURRENT, 6));
    assertEquals(0b101, solo.state.forwarding());
  }

  @Test
  void aNewConnectionMakesTheOldOneVoid() {
    establish();
    Connection again = new Connection(0, 1, 13);
    solo.expect(new Input.ConnectionRequested(again), new Output.Accept(again));
    Entry next = logged(1, 8, 1, 1);
    solo.expect(
        request(40, 8, 1, 1), new Output.Append(3, next), send(ZERO, new Message.Propose(6, next)));
    solo.expect(
        received(again, new Message.Cepoch(6)),
        new Output.Close(ZERO),
        send(again, new Message.NewEpoch(6)));
    assertEquals(0, solo.state.forwarding());
    assertEquals(0b010, solo.state.ackLeader());
    assertEquals(0, solo.state.acked(0));
    assertEquals(Vote.NONE, solo.state.ackEpoch(0));
    solo.expect(received(ZERO, new Message.Ack(6, next.zxid())));
    solo.expect(request(41, 8, 2, 1), new Output.Append(4, logged(2, 8, 2, 1)));
  }

  @Test
  void aConnectionThatCameLateIsVoid() {
    establish();
    Connection given = new Connection(0, 1, 13);
    Connection again = new Connection(0, 1, 14);
    solo.expect(new Input.ConnectionRequested(given), new Output.Accept(given));
    solo.expect(new Input.ConnectionRequested(again), new Output.Accept(again));
    solo.expect(
        received(again, new Message.Cepoch(6)),
        new Output.Close(given),
        new Output.Close(ZERO),
        send(again, new Message.NewEpoch(6)));
    solo.expect(received(given, new Message.Cepoch(5)));
    assertEquals(6, solo.state.cepoch(0));
  }

  @Test
  void aBrokenConnectionGetsNothingMore() {
    establish();
    solo.expect(new Input.ConnectionClosed(ZERO));
    solo.expect(request(40, 8, 1, 1), new Output.Append(3, logged(1, 8, 1, 1)));
    assertEquals(0b001, solo.state.forwarding());
  }

  @Test
  void whatComesBeforeACepochOrFromStrangersIsIgnored() {
    solo.expect(new Input.ConnectionRequested(ZERO), new Output.Accept(ZERO));
    solo.expect(received(ZERO, new Message.Pong(6, 1)));
    solo.expect(received(TWO, new Message.Cepoch(1)));
    assertEquals(-1, solo.state.cepoch(2));
    solo.expect(new Input.ConnectionAccepted(TWO), new Output.Close(TWO));
  }

  @Test
  void readsWaitForARoundThatBeganAfterThem() {
    establish();
    solo.expect(new Input.ClientRead(50), send(ZERO, new Message.Ping(6, 1)));
    assertTrue(solo.state.readActive());
    assertEquals(2, solo.state.readIndex());
    assertEquals(0b010, solo.state.readAcks());
    solo.expect(new Input.ClientRead(51));
    solo.expect(received(ZERO, new Message.Pong(6, 1)), new Output.ServeReads(2, List.of(50L)));
    solo.expect(new Input.Tick(), send(ZERO, new Message.Ping(6, 2)));
    solo.expect(received(ZERO, new Message.Pong(6, 1)));
    solo.expect(received(ZERO, new Message.Pong(6, 2)), new Output.ServeReads(2, List.of(51L)));
    assertFalse(solo.state.readActive());
    assertEquals(0, solo.state.readAcks());
    assertEquals(0, solo.state.readIndex());
  }

  @Test
  void aRoundThatDoesNotEndIsBegunAnewForAllItsReads() {
    establish();
    solo.expect(new Input.ClientRead(50), send(ZERO, new Message.Ping(6, 1)));
    solo.expect(new Input.ClientRead(51));
    solo.tick(11);
    solo.expect(new Input.Tick(), send(ZERO, new Message.Ping(6, 2)));
    solo.expect(
        received(ZERO, new Message.Pong(6, 2)), new Output.ServeReads(2, List.of(50L, 51L)));
  }

  @Test
  void aHeartbeatIsARoundWithoutReads() {
    establish();
    assertEquals(List.of(), solo.tick(3));
    solo.expect(new Input.Tick(), send(ZERO, new Message.Ping(6, 1)));
    solo.expect(received(ZERO, new Message.Pong(6, 1)));
    assertEquals(List.of(), solo.tick(3));
    solo.expect(new Input.Tick(), send(ZERO, new Message.Ping(6, 2)));
  }

  @Test
  void aLeaderThatIsNotEstablishedRepeatsItsClaimAndAnswersNobody() {
    assertEquals(List.of(), solo.tick(3));
    assertEquals(2, solo.tick(1).size());
    solo.expect(request(40, 8, 1, 1), new Output.Refuse(40, Refusal.NOT_LEADER, -1));
    solo.expect(new Input.ClientRead(41), new Output.Refuse(41, Refusal.NOT_LEADER, -1));
  }

  @Test
  void limitsAreKept() {
    establish();
    solo.expect(request(40, 8, 1, 5), new Output.Refuse(40, Refusal.TOO_LARGE, 1));
    solo.give(request(41, 8, 1, 4));
    solo.expect(request(42, 8, 2, 3), new Output.Refuse(42, Refusal.OVERLOADED, 1));
    solo.give(request(43, 8, 2, 2));
    solo.give(request(44, 8, 3, 0));
    solo.expect(request(45, 8, 4, 0), new Output.Refuse(45, Refusal.OVERLOADED, 1));
    solo.give(new Input.ClientRead(50));
    solo.give(new Input.ClientRead(51));
    solo.expect(new Input.ClientRead(52), new Output.Refuse(52, Refusal.OVERLOADED, 1));
    solo.give(solo.synced(5));
    solo.give(received(ZERO, new Message.Ack(6, new Zxid(6, 3))));
    assertEquals(2, solo.give(request(46, 8, 4, 4)).size());
  }

  @Test
  void retriesFindTheirFirstAttempt() {
    establish();
    solo.give(request(40, 8, 1, 1));
    solo.expect(request(41, 8, 1, 1));
    solo.give(solo.synced(3));
    List<Output> outputs = solo.give(received(ZERO, new Message.Ack(6, new Zxid(6, 1))));
    assertTrue(outputs.contains(new Output.Answer(40, 8, 1, 3)));
    assertTrue(outputs.contains(new Output.Answer(41, 8, 1, 3)));
    solo.expect(request(43, 8, 1, 1), new Output.Answer(43, 8, 1, 3));
    solo.expect(request(44, 7, 2, 1), new Output.Answer(44, 7, 2, 2));
    solo.expect(request(45, 7, 1, 1), new Output.Answer(45, 7, 1, 2));
  }

  @Test
  void numbersRiseAndNeedNotBeConsecutive() {
    establish();
    assertEquals(2, solo.give(request(40, 8, 5, 1)).size());
    solo.expect(request(41, 8, 4, 1));
    solo.give(solo.synced(3));
    List<Output> outputs = solo.give(received(ZERO, new Message.Ack(6, new Zxid(6, 1))));
    assertTrue(outputs.contains(new Output.Answer(40, 8, 5, 3)));
    assertTrue(outputs.contains(new Output.Answer(41, 8, 4, 3)));
  }

  @Test
  void aRetryOfWhatIsPurgedIsLoggedAgain() {
    establish();
    solo.give(request(40, 8, 1, 1));
    solo.give(solo.synced(3));
    solo.give(received(ZERO, new Message.Ack(6, new Zxid(6, 1))));
    solo.give(new Input.CheckpointTaken(new Group.Snapshot(3, new Zxid(6, 1))));
    List<Output> outputs = solo.give(request(41, 8, 1, 1));
    assertTrue(outputs.contains(new Output.Append(4, logged(2, 8, 1, 1))), outputs.toString());
  }

  @Test
  void aLeaderWithoutAQuorumStepsDownAndSaysWhatItDoesNotKnow() {
    establish();
    solo.give(request(40, 8, 1, 1));
    solo.give(request(41, 8, 1, 1));
    solo.give(new Input.ClientRead(50));
    solo.give(new Input.ClientRead(51));
    solo.tick(Settings.Timing.DEFAULT.leaderTimeout());
    assertEquals(Datagram.Role.LEADING, solo.state.role());
    List<Output> outputs = solo.tick(1);
    assertEquals(
        List.of(
            new Output.Unknown(40),
            new Output.Unknown(41),
            new Output.Refuse(50, Refusal.NOT_LEADER, -1),
            new Output.Refuse(51, Refusal.NOT_LEADER, -1),
            new Output.Close(ZERO)),
        outputs.subList(0, 5));
    assertEquals(Datagram.Role.LOOKING, solo.state.role());
    assertEquals(0, solo.state.ackLeader());
  }

  @Test
  void whoIsHeardKeepsTheLeader() {
    establish();
    solo.tick(20);
    solo.give(received(ZERO, new Message.Pong(6, 9)));
    solo.tick(24);
    assertEquals(Datagram.Role.LEADING, solo.state.role());
    solo.tick(1);
    assertEquals(Datagram.Role.LOOKING, solo.state.role());
  }

  @Test
  void anAttemptThatLeadsNowhereIsGivenUp() {
    solo.tick(Settings.Timing.DEFAULT.electionTimeout());
    assertEquals(Datagram.Role.LEADING, solo.state.role());
    solo.tick(1);
    assertEquals(Datagram.Role.LOOKING, solo.state.role());
  }

  @Test
  void aLongMessageThatGoesInPartsKeepsTheLeader() {
    complete();
    solo.give(written(EpochField.CURRENT, 6));
    solo.tick(Settings.Timing.DEFAULT.synchronizationTimeout());
    solo.expect(new Input.Progressed(ZERO));
    solo.tick(Settings.Timing.DEFAULT.synchronizationTimeout());
    assertEquals(Datagram.Role.LEADING, solo.state.role());
    solo.give(new Input.Progressed(new Connection(0, 1, 99)));
    solo.tick(1);
    assertEquals(Datagram.Role.LOOKING, solo.state.role());
  }

  @Test
  void progressIsASignOfLife() {
    establish();
    solo.tick(Settings.Timing.DEFAULT.leaderTimeout());
    solo.expect(new Input.Progressed(ZERO));
    solo.tick(Settings.Timing.DEFAULT.leaderTimeout());
    assertEquals(Datagram.Role.LEADING, solo.state.role());
    solo.tick(1);
    assertEquals(Datagram.Role.LOOKING, solo.state.role());
  }

  private static Input showsLife(int member) {
    return new Input.Notified(
        member,
        new Datagram.Notification(Datagram.Role.FOLLOWING, 0, 0, Zxid.ZERO, 0, 0, 1, 0b010));
  }

  @Test
  void disksThatAreSlowAreWaitedFor() {
    solo.expect(new Input.ConnectionRequested(ZERO), new Output.Accept(ZERO));
    solo.give(received(ZERO, new Message.Cepoch(5)));
    int patience = Settings.Timing.DEFAULT.electionTimeout();
    solo.tick(3 * patience);
    assertEquals(Datagram.Role.LEADING, solo.state.role());
    solo.give(written(EpochField.ACCEPTED, 6));
    solo.tick(patience);
    solo.give(showsLife(0));
    solo.tick(patience);
    assertEquals(Datagram.Role.LEADING, solo.state.role());
    // It has no connection.
    solo.give(showsLife(2));
    solo.tick(1);
    assertEquals(Datagram.Role.LOOKING, solo.state.role());
  }

  @Test
  void disksThatStandStillAreNotWaitedForForEver() {
    propose();
    for (int ticks = 0; ticks <= 11 * Settings.Timing.DEFAULT.synchronizationTimeout(); ticks++) {
      solo.give(showsLife(0));
      solo.tick(1);
    }
    assertEquals(Datagram.Role.LOOKING, solo.state.role());
  }

  @Test
  void anAttemptThatWaitsForAQuorumToAdoptMayTakeLonger() {
    complete();
    solo.give(written(EpochField.CURRENT, 6));
    solo.tick(Settings.Timing.DEFAULT.synchronizationTimeout());
    assertEquals(Datagram.Role.LEADING, solo.state.role());
    solo.tick(1);
    assertEquals(Datagram.Role.LOOKING, solo.state.role());
  }

  @Test
  void aWriteUnderWayIsWaitedForBeforeTheRoleEnds() {
    solo.expect(new Input.ConnectionRequested(ZERO), new Output.Accept(ZERO));
    solo.give(received(ZERO, new Message.Cepoch(5)));
    solo.expect(new Input.StepDownRequested());
    assertEquals(Datagram.Role.LEADING, solo.state.role());
    assertThrows(ProtocolViolation.class, () -> solo.give(written(EpochField.CURRENT, 6)));
    solo.give(written(EpochField.ACCEPTED, 6));
    assertEquals(6, solo.state.acceptedEpoch());
    assertEquals(Datagram.Role.LOOKING, solo.state.role());
  }

  @Test
  void acceptedConnectionsAreClosedAtTheEnd() {
    solo.expect(new Input.ConnectionRequested(ZERO), new Output.Accept(ZERO));
    solo.expect(new Input.ConnectionRequested(TWO), new Output.Accept(TWO));
    solo.expect(new Input.ConnectionClosed(TWO));
    List<Output> outputs = solo.give(new Input.StepDownRequested());
    assertEquals(new Output.Close(ZERO), outputs.get(0));
    assertFalse(outputs.contains(new Output.Close(TWO)));
  }

  @Test
  void whatIsNotExpectedIsAViolation() {
    connect(ZERO, 0);
    List<Message> never =
        new ArrayList<>(
            List.of(
                new Message.AckEpoch(Promise.FIRST, 1, B.zxid()),
                new Message.Pulled(3, nothing()),
                new Message.AckLd(3, B.zxid()),
                new Message.Ack(3, B.zxid()),
                new Message.Pong(3, 1),
                new Message.Ping(3, 1)));
    for (Message message : never) {
      assertThrows(
          ProtocolViolation.class, () -> solo.give(received(ZERO, message)), message.toString());
    }
  }

  @Test
  void messagesOfAnotherEpochAreViolations() {
    establish();
    List<Message> wrong =
        List.of(
            new Message.Pulled(6, nothing()),
            new Message.AckLd(5, B.zxid()),
            new Message.Ack(5, B.zxid()));
    for (Message message : wrong) {
      assertThrows(
          ProtocolViolation.class, () -> solo.give(received(ZERO, message)), message.toString());
    }
  }

  @Test
  void actionsWhoseGuardsDoNotHoldAreRejected() {
    Leading leading = solo.replica.current().leading();
    assertThrows(RejectedException.class, leading.discovery()::proposeEpoch);
    assertThrows(RejectedException.class, leading.discovery()::leaderPersistAcceptedEpoch);
    assertThrows(RejectedException.class, () -> leading.discovery().pullHistory(0));
    assertThrows(RejectedException.class, leading.synchronization()::completeDiscovery);
    assertThrows(RejectedException.class, leading.synchronization()::leaderPersistCurrentEpoch);
    assertThrows(RejectedException.class, leading.synchronization()::establish);
    assertThrows(
        RejectedException.class, () -> leading.broadcast().clientRequest(7, 3, new byte[0]));
    assertThrows(RejectedException.class, leading.reads()::clientRead);
    assertThrows(RejectedException.class, leading.reads()::serveRead);
    assertThrows(RejectedException.class, () -> leading.fsync(2));
    establish();
    assertThrows(
        RejectedException.class, () -> leading.broadcast().clientRequest(7, 2, new byte[0]));
    assertThrows(RejectedException.class, leading.synchronization()::establish);
  }
}
