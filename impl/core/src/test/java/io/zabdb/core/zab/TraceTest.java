package io.zabdb.core.zab;

import static io.zabdb.core.zab.Solo.received;
import static io.zabdb.core.zab.Solo.written;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zabdb.core.group.Settings;
import io.zabdb.core.message.Datagram.Report;
import io.zabdb.core.message.Datagram.Start;
import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Difference.Mode;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Message.Promise;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.Pending;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.step.Input;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * What is heard of a replica: each action, when it is taken; and each invariant, when it breaks.
 */
class TraceTest {

  private static final Entry A = new Entry(1, 1, 7, 1, new byte[0]);
  private static final Difference NOTHING = new Difference(Mode.DIFF, A.zxid(), null, List.of());
  private static final Connection UP = new Connection(1, 0, (5L << 32) + 1);
  private static final Connection ZERO = new Connection(0, 1, 11);
  private static final Connection TWO = new Connection(2, 1, 12);

  private final Solo solo = new Solo(Settings.of(1, 3, 5), new Recovered(1, 1, null, List.of(A)));

  private void follow() {
    assertEquals(List.of("Restart"), solo.actions.next());
    solo.takes(Solo.leads(0));
    solo.takes(new Input.ConnectionAccepted(UP), "Follow");
    solo.takes(received(UP, new Message.NewEpoch(2)), "HandleNEWEPOCH");
    solo.takes(written(EpochField.ACCEPTED, 2), "FollowerPersistAcceptedEpoch");
    solo.takes(received(UP, new Message.Pull(2, A.zxid())), "HandlePULL");
    solo.takes(received(UP, new Message.Sync(2, NOTHING)), "HandleSYNC");
    solo.takes(received(UP, new Message.NewLeader(2)), "HandleNEWLEADER");
    solo.takes(written(EpochField.CURRENT, 2), "FollowerPersistCurrentEpoch", "SendReport");
    solo.takes(received(UP, new Message.CommitLd(2, A.zxid())), "HandleCOMMITLD");
  }

  @Test
  void aFollowerTellsEachOfItsActions() {
    follow();
    Entry next = new Entry(2, 1, 7, 2, new byte[0]);
    solo.takes(received(UP, new Message.Propose(2, next)), "HandlePROPOSE");
    solo.takes(solo.synced(2), "Fsync");
    solo.takes(received(UP, new Message.Commit(2, next.zxid())), "HandleCOMMIT");
    solo.takes(received(UP, new Message.Ping(2, 1)), "HandlePING");
    solo.takes(new Input.CheckpointTaken(new Group.Snapshot(1, A.zxid())), "TakeCheckpoint");
    solo.takes(new Input.PressureSampled(3), "Grow", "SendReport");
    solo.takes(new Input.ConnectionClosed(UP), "Disconnect");
  }

  @Test
  void theChosenSuccessorTellsThatItStartsTheEpoch() {
    follow();
    solo.takes(new Input.Notified(0, new Start(2)), "Disconnect", "Lead", "StartEpoch");
  }

  private void lead() {
    solo.give(Solo.looks(0));
    solo.takes(Solo.looks(2), "Lead");
    solo.takes(new Input.ConnectionRequested(ZERO), "accepted");
    solo.takes(received(ZERO, new Message.Cepoch(1)), "HandleCEPOCH", "ProposeEpoch");
    solo.takes(written(EpochField.ACCEPTED, 2), "LeaderPersistAcceptedEpoch");
  }

  private void establish() {
    lead();
    solo.takes(
        received(ZERO, new Message.AckEpoch(Promise.FIRST, 1, A.zxid())),
        "HandleACKEPOCH",
        "CompleteDiscovery");
    solo.takes(written(EpochField.CURRENT, 2), "LeaderPersistCurrentEpoch");
    solo.takes(
        received(ZERO, new Message.AckLd(2, A.zxid())), "HandleACKLD", "Establish", "TakeOffice");
  }

  @Test
  void aLeaderTellsEachOfItsActions() {
    establish();
    solo.takes(new Input.ClientRequest(1, 8, 1, new byte[0]), "ClientRequest");
    solo.takes(solo.synced(2), "Fsync");
    solo.takes(received(ZERO, new Message.Ack(2, new Zxid(2, 1))), "HandleACK");
    solo.takes(new Input.ClientRead(2), "ClientRead");
    solo.takes(received(ZERO, new Message.Pong(2, 1)), "HandlePONG", "ServeRead");
    solo.takes(new Input.Notified(0, new Report(2, 0, 0)), "HandleReport");
    solo.takes(new Input.StepDownRequested(), "StepDown");
  }

  @Test
  void aLeaderTellsWhatItPulls() {
    lead();
    Entry later = new Entry(1, 2, 7, 2, new byte[0]);
    solo.takes(
        received(ZERO, new Message.AckEpoch(Promise.FIRST, 1, later.zxid())),
        "HandleACKEPOCH",
        "PullHistory");
    Difference tail = new Difference(Mode.DIFF, A.zxid(), null, List.of(later));
    solo.takes(received(ZERO, new Message.Pulled(2, tail)), "HandlePULLED", "CompleteDiscovery");
  }

  /** Breaks the state of a role, and expects it to be noticed. */
  private void broken(String invariant, Consumer<Role> how) {
    Role role = solo.replica.current().role();
    how.accept(role);
    ProtocolViolation noticed =
        assertThrows(ProtocolViolation.class, solo.replica::checkInvariants, invariant);
    assertEquals(invariant, noticed.getMessage().replaceFirst(": .*", ""));
  }

  @Test
  void anyReplicaNoticesThatItsLogIsBroken() {
    broken("checkpoint <= synced <= length", role -> role.state.synced = 2);
    broken("checkpoint <= synced <= length", role -> role.state.synced = -1);
    solo.replica.current().role().state.synced = 1;
    broken("checkpoint <= lastCommitted <= length", role -> role.state.lastCommitted = 2);
    broken("checkpoint <= lastCommitted <= length", role -> role.state.lastCommitted = -1);
  }

  @Test
  void anyReplicaNoticesThatItsEpochsAreBroken() {
    broken("CurrentNotAboveAccepted", role -> role.state.currentEpoch = 2);
    solo.replica.current().role().state.currentEpoch = 0;
    broken("an entry not promised", role -> role.state.acceptedEpoch = 0);
    solo.replica.current().role().state.acceptedEpoch = 1;
    broken(
        "a promise made twice",
        role -> role.state.pending = new Pending(EpochField.ACCEPTED, 1, 0));
    broken(
        "an epoch adopted without a promise",
        role -> role.state.pending = new Pending(EpochField.CURRENT, 2, 0));
  }

  @Test
  void aFollowerNoticesThatItsPhaseIsBroken() {
    follow();
    broken("in an epoch that is not adopted", role -> role.state.currentEpoch = 1);
    solo.replica.current().role().state.currentEpoch = 2;
    broken(
        "a promise after discovery",
        role -> role.state.pending = new Pending(EpochField.ACCEPTED, 3, 0));
    broken(
        "an epoch adopted outside of synchronization",
        role -> role.state.pending = new Pending(EpochField.CURRENT, 2, 0));
  }

  @Test
  void aLeaderNoticesThatItsQuorumsAreBroken() {
    establish();
    broken("in the epoch without its history", role -> ((Leading) role).leader.forwarding = 0);
    solo.replica.current().leading().leader.forwarding = 0b001;
    broken("in its epoch without having adopted it", role -> role.state.currentEpoch = 1);
    solo.replica.current().role().state.currentEpoch = 2;
    solo.give(new Input.ClientRequest(1, 8, 1, new byte[0]));
    broken("acknowledged what was never sent", role -> ((Leading) role).leader.acked[2] = 3);
    solo.replica.current().leading().leader.acked[2] = 0;
    broken(
        "a quorum holds what is not committed",
        role -> {
          ((Leading) role).leader.acked[0] = 2;
          ((Leading) role).leader.acked[1] = 2;
        });
    solo.replica.current().leading().leader.acked[0] = 1;
    broken(
        "a read of the future",
        role -> {
          ((Leading) role).leader.reads.active = true;
          ((Leading) role).leader.reads.index = 2;
        });
    solo.replica.current().leading().leader.reads.active = false;
    broken("established alone", role -> ((Leading) role).leader.ackLeader = 0);
    broken(
        "an epoch picked before a quorum has reported",
        role -> {
          ((Leading) role).leader.ackLeader = 0b011;
          ((Leading) role).leader.cepoch[0] = -1;
          role.state.pending = new Pending(EpochField.ACCEPTED, 3, 0);
        });
  }

  @Test
  void aLateFollowerTellsNothingNew() {
    establish();
    solo.takes(new Input.ConnectionRequested(TWO), "accepted");
    solo.takes(received(TWO, new Message.Cepoch(1)), "HandleCEPOCH");
  }
}
