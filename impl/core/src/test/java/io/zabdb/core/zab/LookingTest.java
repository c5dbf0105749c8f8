package io.zabdb.core.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.group.Settings;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Datagram.Notification;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Output;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Member 1 of three looks for a leader. */
class LookingTest {

  private static final Settings.Timing TIMING = Settings.Timing.DEFAULT;

  private final Solo solo = new Solo();

  private static Connection link(int acceptor, int number) {
    return new Connection(1, acceptor, (5L << 32) + number);
  }

  private Output introduction(int to, long heard) {
    return new Output.Notify(
        to, new Notification(Datagram.Role.LOOKING, 0, 0, Zxid.ZERO, 0, 0, solo.weight(), heard));
  }

  @Test
  void itIntroducesItselfAtOnceAndThenAtEachHeartbeat() {
    assertEquals(
        List.of(new Output.LeaderChanged(-1, 0), introduction(0, 0), introduction(2, 0)),
        solo.firstOutputs());
    assertEquals(List.of(), solo.tick(TIMING.heartbeat() - 1));
    solo.expect(new Input.Tick(), introduction(0, 0), introduction(2, 0));
    assertEquals(List.of(), solo.tick(TIMING.heartbeat() - 1));
  }

  @Test
  void itTellsWhomItHears() {
    solo.expect(Solo.looks(0), introduction(0, 0b001), introduction(2, 0b001));
    solo.expect(Solo.looks(0));
  }

  @Test
  void itAnswersWhoDoesNotHearIt() {
    Input deaf =
        new Input.Notified(
            0, new Notification(Datagram.Role.LOOKING, 0, 0, Zxid.ZERO, 0, 0, 0, 0b100));
    solo.expect(deaf, introduction(0, 0b001), introduction(2, 0b001));
    solo.expect(deaf, introduction(0, 0b001));
  }

  @Test
  void itJoinsALeaderAndTriesAgainWhenRefused() {
    List<Output> outputs = solo.give(Solo.leads(0));
    assertTrue(outputs.contains(new Output.Connect(link(0, 1))));
    solo.expect(Solo.leads(0));
    solo.expect(new Input.ConnectionClosed(link(0, 9)));
    solo.expect(new Input.ConnectionClosed(link(0, 1)));
    outputs = solo.give(Solo.leads(0));
    assertTrue(outputs.contains(new Output.Connect(link(0, 2))));
  }

  @Test
  void aLeaderThatDoesNotAnswerIsGivenUp() {
    solo.give(Solo.leads(0));
    List<Output> outputs = solo.tick(TIMING.electionTimeout());
    assertTrue(outputs.stream().noneMatch(Output.Close.class::isInstance));
    outputs = solo.tick(1);
    assertEquals(new Output.Close(link(0, 1)), outputs.get(0));
    solo.expect(new Input.ConnectionAccepted(link(0, 1)), new Output.Close(link(0, 1)));
    assertEquals(Datagram.Role.LOOKING, solo.state.role());
  }

  @Test
  void itWaitsForThoseThatDoNotAnswerThenLeads() {
    solo.give(Solo.looks(0));
    solo.tick(TIMING.electionWait() - 1);
    assertEquals(Datagram.Role.LOOKING, solo.state.role());
    solo.tick(1);
    assertEquals(Datagram.Role.LEADING, solo.state.role());
  }

  @Test
  void itAcceptsNobodyAndHasNothingToLeave() {
    solo.expect(
        new Input.ConnectionRequested(new Connection(0, 1, 1)),
        new Output.Close(new Connection(0, 1, 1)));
    solo.expect(new Input.StepDownRequested());
    assertThrows(
        ProtocolViolation.class, () -> solo.give(new Input.EpochWritten(EpochField.ACCEPTED, 1)));
  }

  @Test
  void itStartsFromWhatIsOnDisk() {
    Checkpoint checkpoint = new Group.Snapshot(4, new Zxid(2, 3));
    Entry entry = new Entry(3, 1, 7, 1, new byte[0]);
    Solo recovered =
        new Solo(Settings.of(1, 3, 5), new Recovered(4, 3, checkpoint, List.of(entry)));
    assertEquals(new Output.Deliver(4), recovered.firstOutputs().get(0));
    assertEquals(4, recovered.state.acceptedEpoch());
    assertEquals(3, recovered.state.currentEpoch());
    assertEquals(5, recovered.state.historyLength());
    assertEquals(5, recovered.state.synced());
    assertEquals(4, recovered.state.checkpoint());
    assertEquals(4, recovered.state.lastCommitted());
    assertEquals(entry, recovered.state.entry(5));
    assertEquals(new Zxid(3, 1), recovered.state.lastZxid());
    assertEquals(1, recovered.state.self());
    assertEquals(3, recovered.state.members());
    assertEquals(1, recovered.state.leader());
    assertThrows(IllegalArgumentException.class, () -> new Recovered(1, 2, null, List.of()));
    assertThrows(IllegalArgumentException.class, () -> new Recovered(1, -1, null, List.of()));
  }
}
