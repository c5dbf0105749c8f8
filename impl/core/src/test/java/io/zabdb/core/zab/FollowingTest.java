package io.zabdb.core.zab;

import static io.zabdb.core.zab.Solo.received;
import static io.zabdb.core.zab.Solo.send;
import static io.zabdb.core.zab.Solo.written;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Roster;
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
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Output;
import io.zabdb.core.step.Refusal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Member 1 follows member 0, message by message. */
class FollowingTest {

  private static final Connection LINK = new Connection(1, 0, (5L << 32) + 1);

  private static Entry entry(long epoch, long counter) {
    return new Entry(epoch, counter, 7, counter, new byte[] {1});
  }

  private static final Entry A = entry(1, 1);
  private static final Entry B = entry(1, 2);
  private static final Entry C = entry(1, 3);

  private final Solo solo =
      new Solo(Settings.of(1, 3, 5), new Recovered(2, 1, null, List.of(A, B)));

  private static Output[] toBoth(Datagram datagram) {
    return new Output[] {new Output.Notify(0, datagram), new Output.Notify(2, datagram)};
  }

  private void follow() {
    Datagram own =
        new Datagram.Notification(
            Datagram.Role.LOOKING, 2, 1, B.zxid(), 2, 0, solo.weight(), 0b001);
    solo.expect(Solo.leads(0), toBoth(own)[0], toBoth(own)[1], new Output.Connect(LINK));
    solo.expect(new Input.ConnectionAccepted(LINK), send(LINK, new Message.Cepoch(2)));
    assertEquals(Datagram.Role.FOLLOWING, solo.state.role());
    assertEquals(0, solo.state.leader());
  }

  private void promise() {
    follow();
    solo.expect(
        received(LINK, new Message.NewEpoch(3)), new Output.WriteEpoch(EpochField.ACCEPTED, 3));
    assertEquals(2, solo.state.acceptedEpoch());
    assertEquals(new Pending(EpochField.ACCEPTED, 3, 0), solo.state.pending());
    solo.expect(
        written(EpochField.ACCEPTED, 3),
        send(LINK, new Message.AckEpoch(Promise.FIRST, 1, B.zxid())));
    assertEquals(3, solo.state.acceptedEpoch());
    assertEquals(Phase.SYNCHRONIZATION, solo.state.phase());
  }

  /** In epoch 3, with entries A and B. */
  private void adopt() {
    promise();
    Difference nothing = new Difference(Mode.DIFF, B.zxid(), null, List.of());
    solo.expect(received(LINK, new Message.Sync(3, nothing)));
    solo.expect(
        received(LINK, new Message.NewLeader(3)), new Output.WriteEpoch(EpochField.CURRENT, 3));
    solo.expect(written(EpochField.CURRENT, 3), send(LINK, new Message.AckLd(3, B.zxid())));
    assertEquals(3, solo.state.currentEpoch());
    assertEquals(Phase.BROADCAST, solo.state.phase());
    solo.expect(
        received(LINK, new Message.CommitLd(3, B.zxid())),
        new Output.Deliver(2),
        new Output.LeaderChanged(0, 3));
  }

  @Test
  void itPromisesAdoptsAndDelivers() {
    adopt();
    assertEquals(2, solo.state.lastCommitted());
    Entry next = entry(3, 1);
    solo.expect(received(LINK, new Message.Propose(3, next)), new Output.Append(3, next));
    solo.expect(solo.synced(3), send(LINK, new Message.Ack(3, next.zxid())));
    solo.expect(received(LINK, new Message.Commit(3, next.zxid())), new Output.Deliver(3));
    solo.expect(received(LINK, new Message.Commit(3, next.zxid())));
    solo.expect(received(LINK, new Message.Ping(3, 4)), send(LINK, new Message.Pong(3, 4)));
    assertEquals(3, solo.state.lastCommitted());
  }

  @Test
  void anEpochPromisedBeforeIsAcknowledgedAgain() {
    follow();
    solo.expect(
        received(LINK, new Message.NewEpoch(2)),
        send(LINK, new Message.AckEpoch(Promise.AGAIN, 1, B.zxid())));
    assertEquals(Phase.SYNCHRONIZATION, solo.state.phase());
  }

  @Test
  void anOlderEpochIsRefusedByHangingUp() {
    follow();
    List<Output> outputs = solo.give(received(LINK, new Message.NewEpoch(1)));
    assertEquals(new Output.Close(LINK), outputs.get(0));
    assertEquals(new Output.LeaderChanged(-1, 2), outputs.get(1));
    assertEquals(Datagram.Role.LOOKING, solo.state.role());
    assertEquals(Pending.NONE, solo.state.pending());
  }

  @Test
  void itSendsWhatTheLeaderLacks() {
    promise();
    Difference tail = new Difference(Mode.DIFF, A.zxid(), null, List.of(B));
    solo.expect(
        received(LINK, new Message.Pull(3, A.zxid())), send(LINK, new Message.Pulled(3, tail)));
    Difference cut = new Difference(Mode.TRUNC, B.zxid(), null, List.of());
    solo.expect(
        received(LINK, new Message.Pull(3, new Zxid(2, 9))),
        send(LINK, new Message.Pulled(3, cut)));
  }

  @Test
  void aTailIsAppendedAndSyncedBeforeTheEpochIsAdopted() {
    promise();
    Difference tail = new Difference(Mode.DIFF, B.zxid(), null, List.of(C));
    solo.expect(received(LINK, new Message.Sync(3, tail)), new Output.Append(3, C));
    solo.expect(received(LINK, new Message.NewLeader(3)));
    assertEquals(new Pending(EpochField.CURRENT, 3, 3), solo.state.pending());
    Entry proposed = entry(3, 1);
    solo.expect(received(LINK, new Message.Propose(3, proposed)), new Output.Append(4, proposed));
    solo.expect(solo.synced(3), new Output.WriteEpoch(EpochField.CURRENT, 3));
    solo.expect(solo.synced(4));
    solo.expect(written(EpochField.CURRENT, 3), send(LINK, new Message.AckLd(3, proposed.zxid())));
  }

  @Test
  void aTailThatTheLeaderLacksIsCut() {
    promise();
    Difference cut = new Difference(Mode.TRUNC, A.zxid(), null, List.of(entry(2, 1)));
    solo.expect(
        received(LINK, new Message.Sync(3, cut)),
        new Output.Truncate(1),
        new Output.Append(2, entry(2, 1)));
    assertEquals(1, solo.state.synced());
    assertEquals(2, solo.state.historyLength());
  }

  @Test
  void newsOfATailThatWasCutIsIgnored() {
    promise();
    Difference tail = new Difference(Mode.DIFF, B.zxid(), null, List.of(C));
    solo.give(received(LINK, new Message.Sync(3, tail)));
    solo.expect(new Input.LogSynced(3, new Zxid(2, 7)));
    solo.expect(new Input.LogSynced(4, new Zxid(2, 7)));
    solo.expect(new Input.LogSynced(2, B.zxid()));
    assertEquals(2, solo.state.synced());
    solo.expect(new Input.LogSynced(3, C.zxid()));
    assertEquals(3, solo.state.synced());
  }

  @Test
  void aCheckpointReplacesEverything() {
    promise();
    Group.Snapshot snapshot = new Group.Snapshot(9, new Zxid(2, 4));
    Difference snap = new Difference(Mode.SNAP, snapshot.zxid(), snapshot, List.of(entry(2, 5)));
    solo.expect(
        received(LINK, new Message.Sync(3, snap)),
        new Output.Install(snapshot),
        new Output.Append(10, entry(2, 5)));
    assertEquals(9, solo.state.synced());
    assertEquals(9, solo.state.checkpoint());
    assertEquals(9, solo.state.lastCommitted());
  }

  private static final Configuration FOUNDERS = Configuration.ofFirst(3);

  /** Of the founders; then member 3 joins. */
  private static final Roster FIRST = Roster.founding(new long[] {4, 5, 6});

  private static final Roster JOINT = FIRST.join(0b1111, new long[] {4, 5, 6, 7}, FOUNDERS);

  /** The entries that changed the members are none that it ever sees. */
  @Test
  void aCheckpointTellsWhoVotes() {
    promise();
    Group.SnapshotWithRoster snapshot =
        new Group.SnapshotWithRoster(9, new Zxid(2, 4), JOINT.leave(false));
    Difference snap = new Difference(Mode.SNAP, snapshot.zxid(), snapshot, List.of());
    solo.expect(
        received(LINK, new Message.Sync(3, snap)),
        new Output.Install(snapshot),
        new Output.RosterCommitted(JOINT.leave(false)));
  }

  /** It began with a change of members that nobody else knows. */
  @Test
  void whoVotesIsToldAgainWhenALaterRosterIsGone() {
    Group.SnapshotWithRoster checkpoint = new Group.SnapshotWithRoster(4, A.zxid(), FIRST);
    Entry join = new Entry(1, 2, Roster.SESSION, JOINT.version(), JOINT.encode());
    Solo began = new Solo(Settings.of(1, 3, 5), new Recovered(2, 1, checkpoint, List.of(join)));
    assertEquals(JOINT, began.state.roster());
    assertTrue(began.state.rosterPlace() > began.state.lastCommitted());
    began.give(Solo.leads(0));
    began.give(new Input.ConnectionAccepted(LINK));
    began.give(received(LINK, new Message.NewEpoch(3)));
    began.give(written(EpochField.ACCEPTED, 3));
    Difference cut = new Difference(Mode.TRUNC, A.zxid(), null, List.of());
    began.expect(
        received(LINK, new Message.Sync(3, cut)),
        new Output.Truncate(4),
        new Output.RosterCommitted(FIRST));
    assertEquals(began.state.lastCommitted(), began.state.rosterPlace());
  }

  /** The same of a group whose log has no rosters: the checkpoint of the others has none. */
  @Test
  void thatTheFoundersVoteIsToldAgainWhenARosterIsGoneByACheckpoint() {
    Roster join = Roster.NONE.join(0b1111, new long[] {0, 0, 0, 7}, FOUNDERS);
    Entry joining = new Entry(1, 1, Roster.SESSION, join.version(), join.encode());
    Solo began = new Solo(Settings.of(1, 3, 5), new Recovered(2, 1, null, List.of(joining)));
    assertEquals(join, began.state.roster());
    began.give(Solo.leads(0));
    began.give(new Input.ConnectionAccepted(LINK));
    began.give(received(LINK, new Message.NewEpoch(3)));
    began.give(written(EpochField.ACCEPTED, 3));
    Group.Snapshot snapshot = new Group.Snapshot(9, new Zxid(2, 4));
    Difference snap = new Difference(Mode.SNAP, snapshot.zxid(), snapshot, List.of());
    began.expect(
        received(LINK, new Message.Sync(3, snap)),
        new Output.Install(snapshot),
        new Output.RosterCommitted(Roster.NONE));
  }

  @Test
  void whatIsCommittedIsNeverCutNorReplacedByLess() {
    adopt();
    solo.give(new Input.ConnectionClosed(LINK));
    Connection again = new Connection(1, 0, (5L << 32) + 2);
    solo.give(Solo.leads(0));
    solo.give(new Input.ConnectionAccepted(again));
    solo.give(received(again, new Message.NewEpoch(3)));
    Difference cut = new Difference(Mode.TRUNC, A.zxid(), null, List.of());
    assertThrows(
        ProtocolViolation.class, () -> solo.give(received(again, new Message.Sync(3, cut))));
    Group.Snapshot old = new Group.Snapshot(1, A.zxid());
    Difference snap = new Difference(Mode.SNAP, A.zxid(), old, List.of());
    assertThrows(
        ProtocolViolation.class, () -> solo.give(received(again, new Message.Sync(3, snap))));
    Difference unknown = new Difference(Mode.DIFF, C.zxid(), null, List.of());
    assertThrows(
        ProtocolViolation.class, () -> solo.give(received(again, new Message.Sync(3, unknown))));
  }

  @Test
  void whatIsNotExpectedIsAViolation() {
    follow();
    List<Message> notYet =
        List.of(
            new Message.Pull(2, A.zxid()),
            new Message.Sync(2, new Difference(Mode.DIFF, B.zxid(), null, List.of())),
            new Message.NewLeader(2),
            new Message.Propose(2, entry(2, 1)),
            new Message.CommitLd(2, B.zxid()),
            new Message.Commit(2, B.zxid()),
            new Message.Ping(2, 1),
            new Message.Ack(2, B.zxid()));
    for (Message message : notYet) {
      assertThrows(
          ProtocolViolation.class, () -> solo.give(received(LINK, message)), message.toString());
    }
  }

  @Test
  void messagesOfAnotherEpochOrOutOfOrderAreViolations() {
    adopt();
    List<Message> wrong =
        List.of(
            new Message.NewEpoch(4),
            new Message.Pull(3, A.zxid()),
            new Message.NewLeader(3),
            new Message.Propose(2, entry(2, 1)),
            new Message.Propose(3, entry(3, 2)),
            new Message.CommitLd(2, B.zxid()),
            new Message.Commit(2, B.zxid()),
            new Message.Commit(3, new Zxid(3, 1)),
            new Message.Ping(2, 1));
    for (Message message : wrong) {
      if (message instanceof Message.Commit commit && commit.epoch() == 3) {
        solo.expect(received(LINK, message));
      } else {
        assertThrows(
            ProtocolViolation.class, () -> solo.give(received(LINK, message)), message.toString());
      }
    }
  }

  @Test
  void anotherConnectionIsNotListenedTo() {
    adopt();
    Connection other = new Connection(1, 0, 3);
    solo.expect(received(other, new Message.Ping(3, 1)));
    solo.expect(new Input.ConnectionClosed(other));
    solo.expect(new Input.ConnectionRequested(other), new Output.Close(other));
    solo.expect(new Input.ConnectionAccepted(other), new Output.Close(other));
    assertEquals(Datagram.Role.FOLLOWING, solo.state.role());
  }

  @Test
  void aLostConnectionEndsTheRole() {
    adopt();
    List<Output> outputs = solo.give(new Input.ConnectionClosed(LINK));
    assertEquals(new Output.Close(LINK), outputs.get(0));
    assertEquals(new Output.LeaderChanged(-1, 3), outputs.get(1));
    assertEquals(Datagram.Role.LOOKING, solo.state.role());
  }

  @Test
  void aWriteUnderWayIsWaitedForBeforeTheRoleEnds() {
    follow();
    solo.give(received(LINK, new Message.NewEpoch(3)));
    solo.expect(new Input.ConnectionClosed(LINK));
    assertEquals(Datagram.Role.FOLLOWING, solo.state.role());
    List<Output> outputs = solo.give(written(EpochField.ACCEPTED, 3));
    assertTrue(outputs.contains(new Output.Close(LINK)));
    assertEquals(3, solo.state.acceptedEpoch());
    assertEquals(Datagram.Role.LOOKING, solo.state.role());
  }

  @Test
  void aWriteThatNobodyAskedForIsAViolation() {
    follow();
    assertThrows(ProtocolViolation.class, () -> solo.give(written(EpochField.CURRENT, 3)));
    solo.give(received(LINK, new Message.NewEpoch(3)));
    assertThrows(ProtocolViolation.class, () -> solo.give(written(EpochField.CURRENT, 3)));
  }

  @Test
  void aSilentLeaderIsGivenUp() {
    adopt();
    Settings.Timing timing = Settings.Timing.DEFAULT;
    solo.tick(timing.followerTimeout());
    assertEquals(Datagram.Role.FOLLOWING, solo.state.role());
    solo.give(received(LINK, new Message.Ping(3, 1)));
    solo.tick(timing.followerTimeout());
    assertEquals(Datagram.Role.FOLLOWING, solo.state.role());
    solo.tick(1);
    assertEquals(Datagram.Role.LOOKING, solo.state.role());
  }

  @Test
  void synchronizationMayTakeLonger() {
    promise();
    solo.tick(Settings.Timing.DEFAULT.synchronizationTimeout());
    assertEquals(Datagram.Role.FOLLOWING, solo.state.role());
    solo.tick(1);
    assertEquals(Datagram.Role.LOOKING, solo.state.role());
  }

  @Test
  void aLongMessageThatComesInPartsIsWaitedFor() {
    promise();
    solo.tick(Settings.Timing.DEFAULT.synchronizationTimeout());
    solo.expect(new Input.Progressed(LINK));
    solo.tick(Settings.Timing.DEFAULT.synchronizationTimeout());
    assertEquals(Datagram.Role.FOLLOWING, solo.state.role());
    solo.give(new Input.Progressed(new Connection(LINK.initiator(), LINK.acceptor(), 99)));
    solo.tick(1);
    assertEquals(Datagram.Role.LOOKING, solo.state.role());
  }

  @Test
  void whoWritesAnEpochIsNotImpatientAndShowsThatItLives() {
    follow();
    solo.give(received(LINK, new Message.NewEpoch(3)));
    Settings.Timing timing = Settings.Timing.DEFAULT;
    List<Output> signs = solo.tick(2 * timing.synchronizationTimeout());
    assertEquals(2 * timing.synchronizationTimeout() / timing.heartbeat(), signs.size());
    for (Output sign : signs) {
      Output.Notify notify = (Output.Notify) sign;
      assertEquals(0, notify.to());
      assertEquals(Datagram.Role.FOLLOWING, ((Datagram.Notification) notify.datagram()).role());
    }
    assertEquals(Datagram.Role.FOLLOWING, solo.state.role());
    solo.give(written(EpochField.ACCEPTED, 3));
    assertEquals(3, solo.state.acceptedEpoch());
    solo.tick(timing.synchronizationTimeout() + 1);
    assertEquals(Datagram.Role.LOOKING, solo.state.role());
  }

  @Test
  void aWriteThatNeverEndsIsGivenUp() {
    follow();
    solo.give(received(LINK, new Message.NewEpoch(3)));
    int patience = Settings.Timing.DEFAULT.synchronizationTimeout();
    solo.tick(11 * patience + 1);
    solo.give(written(EpochField.ACCEPTED, 3));
    assertEquals(Datagram.Role.LOOKING, solo.state.role());
  }

  @Test
  void aLeaderThatIsNotEstablishedIsWaitedForAsLongAsItTries() {
    promise();
    int patience = Settings.Timing.DEFAULT.synchronizationTimeout();
    for (int time = 0; time < 9; time++) {
      solo.tick(patience);
      assertEquals(Datagram.Role.FOLLOWING, solo.state.role());
      solo.give(Solo.leads(0));
      // Another one's word is no sign of life of this one.
      solo.give(Solo.leads(2));
    }
    solo.tick(2 * patience);
    assertEquals(Datagram.Role.LOOKING, solo.state.role());
  }

  @Test
  void clientsAreSentToTheLeader() {
    follow();
    solo.expect(new Input.ClientRead(3), new Output.Refuse(3, Refusal.NOT_LEADER, -1));
    Solo other = new Solo(Settings.of(1, 3, 5), Recovered.NOTHING);
    other.expect(
        new Input.ClientRequest(4, 1, 1, new byte[0]),
        new Output.Refuse(4, Refusal.NOT_LEADER, -1));
  }

  @Test
  void aFollowerInTheEpochNamesItsLeader() {
    adopt();
    solo.expect(new Input.ClientRead(3), new Output.Refuse(3, Refusal.NOT_LEADER, 0));
  }

  @Test
  void theDriverMayEndTheRole() {
    adopt();
    solo.give(new Input.StepDownRequested());
    assertEquals(Datagram.Role.LOOKING, solo.state.role());
  }

  @Test
  void aCheckpointPurgesWhatItCovers() {
    adopt();
    Group.Snapshot snapshot = new Group.Snapshot(1, A.zxid());
    solo.expect(new Input.CheckpointTaken(snapshot));
    assertEquals(1, solo.state.checkpoint());
    solo.expect(new Input.CheckpointTaken(snapshot));
    Group.Snapshot tooMuch = new Group.Snapshot(3, C.zxid());
    assertThrows(RejectedException.class, () -> solo.give(new Input.CheckpointTaken(tooMuch)));
    Group.Snapshot other = new Group.Snapshot(2, C.zxid());
    assertThrows(ProtocolViolation.class, () -> solo.give(new Input.CheckpointTaken(other)));
  }

  @Test
  void aCheckpointMayComeBeforeTheLogIsSynced() {
    adopt();
    Entry next = entry(3, 1);
    solo.give(received(LINK, new Message.Propose(3, next)));
    solo.give(received(LINK, new Message.Commit(3, next.zxid())));
    Group.Snapshot snapshot = new Group.Snapshot(3, next.zxid());
    solo.give(new Input.CheckpointTaken(snapshot));
    assertEquals(3, solo.state.synced());
    solo.expect(solo.synced(3));
  }
}
