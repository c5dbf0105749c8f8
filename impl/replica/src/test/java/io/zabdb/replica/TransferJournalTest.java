package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Datagram.Permit;
import io.zabdb.core.message.Datagram.Start;
import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Connection;
import io.zabdb.core.trace.TraceSink;
import io.zabdb.core.trace.TransferAction;
import io.zabdb.core.trace.TransferEvent;
import io.zabdb.core.trace.TransferView;
import io.zabdb.replica.memory.CountedMetrics;
import io.zabdb.replica.status.EventLog;
import io.zabdb.storage.tree.TreePressure;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The threshold is 6 of 10 levels; a successor may lack 1,024 entries. */
class TransferJournalTest {

  private static final long MILLIS = 1_000_000;

  private final CountedMetrics metrics = new CountedMetrics();
  private final EventLog log = new EventLog(0, 1, () -> 0);
  private final FixedView view = new FixedView();
  private long now = -5;
  private long pending = 4_096;
  private final CompactionJournal compactions =
      new CompactionJournal(log, TransferSettings.DEFAULT.threshold(), () -> pending, () -> now);
  private TransferJournal journal = journal(TraceSink.NONE);
  private long read;

  private TransferJournal journal(TraceSink trace) {
    return new TransferJournal(
        trace, log, compactions, metrics, TransferSettings.DEFAULT, () -> now);
  }

  private void taken(TransferAction action, int peer, Datagram datagram) {
    journal.taken(new TransferEvent(action, peer, datagram), view);
  }

  /** What has happened since the last call: kind, peer, milliseconds, bytes, text. */
  private List<String> told() {
    List<String> told = new ArrayList<>();
    for (var event : log.after(read, 0)) {
      read = event.number();
      told.add(
          (event.kind()
                  + " "
                  + event.peer()
                  + " "
                  + event.nanos() / MILLIS
                  + "ms "
                  + event.bytes()
                  + "B "
                  + event.text())
              .trim());
    }
    return told;
  }

  @Test
  void aTransferUnderPressure() {
    view.pressure = 7;
    taken(TransferAction.BeginTransfer, 2, null);
    now += 3 * MILLIS;
    taken(TransferAction.HandOver, 2, new Start(4));
    journal.leaderChanged(-1, 4);
    assertEquals(
        List.of(
            "TRANSFER_BEGAN 2 0ms 0B pressure 7 of threshold 6, policy coldest",
            "TRANSFERRED 2 3ms 0B"),
        told());
    assertEquals(1, metrics.count("began PRESSURE"));
    assertEquals(0, metrics.count("began REQUEST"));
    assertEquals(1, metrics.count("drained"));
    assertEquals(3, metrics.millis("drained"));
    assertEquals(0, metrics.count("given up LOST"));
  }

  private List<String> followedBy(int leader, long epoch) {
    taken(TransferAction.HandOver, 2, new Start(view.epoch()));
    journal.leaderChanged(-1, view.epoch());
    told();
    now += 40 * MILLIS;
    journal.leaderChanged(leader, epoch);
    return told();
  }

  @Test
  void aTransferThatEndsAsAnElectionNamesWhoLeads() {
    long next = view.epoch() + 1;
    assertEquals(List.of("LEADER 2 0ms 0B epoch " + next), followedBy(2, next));
    assertEquals(
        List.of(
            "TRANSFER_MISSED 1 40ms 0B an election came before the successor, member 2",
            "LEADER 1 0ms 0B epoch " + next),
        followedBy(1, next));
    assertEquals(
        "TRANSFER_MISSED 2 40ms 0B an election came before the successor, member 2",
        followedBy(2, next + 1).get(0));
    journal.leaderChanged(0, next + 2);
    assertEquals(1, told().size(), "it is told once");
  }

  @Test
  void aTransferThatIsAskedFor() {
    journal.wished("the node stops");
    taken(TransferAction.RequestTransfer, 1, null);
    assertEquals(List.of("TRANSFER_BEGAN 1 0ms 0B the node stops"), told());
    assertEquals(1, metrics.count("began REQUEST"));
  }

  private String whyUnfit() {
    taken(TransferAction.RequestTransfer, 1, null);
    told();
    now += 2 * MILLIS;
    taken(TransferAction.AbortTransfer, -1, null);
    List<String> told = told();
    assertEquals(1, told.size());
    return told.get(0);
  }

  @Test
  void aTransferThatIsGivenUpTellsWhy() {
    String givenUp = "TRANSFER_GIVEN_UP 1 2ms 0B ";
    assertEquals(givenUp + "it may be compacting", whyUnfit());
    view.heardPressure = 6;
    assertEquals(givenUp + "it has pressure 6 of threshold 6", whyUnfit());
    view.lag = 1_025;
    assertEquals(givenUp + "it is not connected, or lacks more than 1024 entries", whyUnfit());
    assertEquals(3, metrics.count("given up UNFIT"));
    taken(TransferAction.RequestTransfer, 1, null);
    taken(TransferAction.TimeOutTransfer, -1, null);
    assertEquals(
        "TRANSFER_GIVEN_UP 1 0ms 0B what was under way took longer than the drain may",
        told().get(1));
    assertEquals(1, metrics.count("given up TIMEOUT"));
    assertEquals(0, metrics.count("drained"));
  }

  @Test
  void aLeaderThatIsLostGivesItsTransferUp() {
    journal.leaderChanged(0, 3);
    taken(TransferAction.RequestTransfer, 1, null);
    told();
    journal.leaderChanged(-1, 3);
    assertEquals(
        List.of(
            "TRANSFER_GIVEN_UP 1 0ms 0B this leader lost its leadership", "LEADER_LOST 0 0ms 0B"),
        told());
    assertEquals(1, metrics.count("given up LOST"));
  }

  @Test
  void aSuccessorTellsThePause() {
    taken(TransferAction.StartEpoch, 2, new Start(4));
    now += 6 * MILLIS;
    view.epoch = 5;
    taken(TransferAction.TakeOffice, -1, null);
    assertEquals(List.of("TOOK_OVER 2 6ms 0B epoch 5"), told());
    assertEquals(6, metrics.millis("took over"));
    view.epoch = 6;
    taken(TransferAction.TakeOffice, -1, null);
    assertEquals(List.of(), told(), "elected, not handed over to");
  }

  @Test
  void whoIsElectedLaterDidNotTakeOver() {
    taken(TransferAction.StartEpoch, 2, new Start(4));
    view.epoch = 6;
    taken(TransferAction.TakeOffice, -1, null);
    assertEquals(List.of(), told());
    assertEquals(0, metrics.count("took over"));
  }

  @Test
  void leadersComeAndGo() {
    journal.leaderChanged(-1, 0);
    journal.leaderChanged(2, 1);
    journal.leaderChanged(-1, 1);
    journal.leaderChanged(-1, 1);
    journal.leaderChanged(1, 3);
    assertEquals(
        List.of("LEADER 2 0ms 0B epoch 1", "LEADER_LOST 2 0ms 0B", "LEADER 1 0ms 0B epoch 3"),
        told());
  }

  @Test
  void thePolicyChanges() {
    assertEquals(TransferPolicy.COLDEST, journal.policy());
    journal.policyChanged(TransferPolicy.ROUND_ROBIN);
    assertEquals(TransferPolicy.ROUND_ROBIN, journal.policy());
    taken(TransferAction.BeginTransfer, 1, null);
    assertEquals(
        List.of(
            "POLICY -1 0ms 0B round-robin, before coldest: an operator's request",
            "TRANSFER_BEGAN 1 0ms 0B pressure 0 of threshold 6, policy round-robin"),
        told());
  }

  @Test
  void aPermitIsToldOnce() {
    view.heardPressure = 8;
    taken(TransferAction.GrantPermit, 1, new Permit(4, 3));
    taken(TransferAction.GrantPermit, 1, new Permit(4, 3));
    taken(TransferAction.GrantPermit, 2, new Permit(4, 3));
    taken(TransferAction.GrantPermit, 1, new Permit(4, 5));
    String with = " 0ms 0B it has pressure 8 of threshold 6";
    assertEquals(List.of("PERMITTED 1" + with, "PERMITTED 2" + with, "PERMITTED 1" + with), told());
  }

  @Test
  void compactionsBeginAndEnd() {
    view.pressure = 9;
    taken(TransferAction.StartCompaction, 2, new Permit(4, 3));
    now += 70 * MILLIS;
    pending = 10;
    taken(TransferAction.FinishCompaction, -1, null);
    taken(TransferAction.CompactFreely, -1, null);
    assertEquals(
        List.of(
            "COMPACTION_BEGAN 2 0ms 4096B pressure 9 of threshold 6, permitted",
            "COMPACTION_ENDED -1 70ms 10B",
            "COMPACTION_BEGAN -1 0ms 10B pressure 9 of threshold 6, no permit needed"),
        told());
  }

  @Test
  void stepsAreToldNowAndThen() {
    view.pressure = 6;
    taken(TransferAction.CompactStep, -1, null);
    taken(TransferAction.CompactStep, -1, null);
    now += CompactionJournal.STEP_INTERVAL_NANOS - 1;
    taken(TransferAction.CompactStep, -1, null);
    assertEquals(
        List.of("STEP -1 0ms 4096B pressure 7 of threshold 6, no member can take over"), told());
    now++;
    journal.policyChanged(TransferPolicy.OFF);
    told();
    taken(TransferAction.CompactStep, -1, null);
    assertEquals(
        List.of(
            "STEP -1 0ms 4096B pressure 7 of threshold 6, policy off;"
                + " 2 more since the last one told"),
        told());
    now += CompactionJournal.STEP_INTERVAL_NANOS;
    view.leads = false;
    view.pressure = 9;
    taken(TransferAction.CompactStep, -1, null);
    assertEquals(
        List.of("STEP -1 0ms 4096B pressure 10 of threshold 6, it is as high as it can be"),
        told());
  }

  @Test
  void updatesThatWaitAreTold() {
    compactions.sampled(TreePressure.NONE, false);
    assertEquals(List.of(), told());
    compactions.sampled(new TreePressure(77, 0, 0, 0, 20, 1, 0, true), false);
    now += 40 * MILLIS;
    compactions.sampled(new TreePressure(66, 0, 0, 0, 20, 1, 0, true), true);
    compactions.sampled(TreePressure.NONE, false);
    compactions.sampled(TreePressure.NONE, true);
    assertEquals(
        List.of(
            "STALLED -1 0ms 77B the store waits for its compactions",
            "RESUMED -1 40ms 0B",
            "STALLED -1 0ms 0B the disk has no room"),
        told());
  }

  @Test
  void whatIsFrequentIsNotHeardUnlessTraced() {
    assertFalse(journal.isOn());
    assertFalse(journal.hears(TransferAction.Tick));
    assertFalse(journal.hears(TransferAction.Grow));
    assertFalse(journal.hears(TransferAction.SendReport));
    assertFalse(journal.hears(TransferAction.HandleReport));
    assertTrue(journal.hears(TransferAction.HandOver));
    List<String> traced = new ArrayList<>();
    journal =
        journal(
            new TraceSink() {
              @Override
              public void taken(TraceEvent event, StateView state) {}

              @Override
              public void accepted(Connection connection, StateView state) {}

              @Override
              public void taken(TransferEvent event, TransferView seen) {
                traced.add(event.action().name());
              }
            });
    assertTrue(journal.isOn());
    assertTrue(journal.hears(TransferAction.Tick));
    taken(TransferAction.Tick, -1, null);
    taken(TransferAction.BeginTransfer, 1, null);
    assertEquals(List.of("Tick", "BeginTransfer"), traced);
    assertEquals(1, told().size());
  }
}
