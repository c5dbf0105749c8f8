package io.zabdb.conformance.transfer;

import io.zabdb.core.group.Members;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Datagram.Report;
import io.zabdb.core.message.Datagram.Start;
import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Connection;
import io.zabdb.core.trace.Action;
import io.zabdb.core.trace.TraceSink;
import io.zabdb.core.trace.TransferAction;
import io.zabdb.core.trace.TransferEvent;
import io.zabdb.core.trace.TransferView;
import java.util.ArrayList;
import java.util.List;

/**
 * Records what the members of a group, stepped by one thread, do in terms of {@code
 * TraceLeadershipTransfer}. Epochs belong to Zab, so some steps are made of Zab's actions: a leader
 * takes office where it is established in its own epoch, by a planned transfer or by election; who
 * has adopted the epoch by then is in it, and who does so later joins it. Not thread-safe.
 */
public final class TransferRecorder {

  private final int members;
  private final List<TransferStep> steps = new ArrayList<>();

  /** The epochs whose leaders came into office, in order; their places are the spec's epochs. */
  private final List<Long> offices = new ArrayList<>();

  private final long[] adopted;
  private final long[] epochInSpec;
  private final long[] starts;
  private final TransferEvent[] startedBy;
  private final TransferView[] inOffice;
  private final List<List<Long>> lags = new ArrayList<>();
  private List<Long> recordedLags = List.of();
  private int lastLeader = -1;

  /** A leader that has left; whether it has handed over is told by its next event. */
  private TransferStep left;

  public TransferRecorder(int members) {
    this.members = members;
    adopted = new long[members];
    epochInSpec = new long[members];
    starts = new long[members];
    startedBy = new TransferEvent[members];
    inOffice = new TransferView[members];
    for (int member = 0; member < members; member++) {
      lags.add(List.of());
    }
  }

  /** What has to listen to a member, at each of its starts. */
  public TraceSink sink(int member) {
    return new TraceSink() {
      @Override
      public void taken(TraceEvent event, StateView state) {
        zab(member, event.action(), state);
      }

      @Override
      public void accepted(Connection connection, StateView state) {}

      @Override
      public void taken(TransferEvent event, TransferView view) {
        transfer(member, event, view);
      }
    };
  }

  /** What was recorded so far. */
  TransferTrace trace() {
    settleDeparture();
    return new TransferTrace(
        members, List.copyOf(offices), steps.stream().filter(this::isOfAnOffice).toList());
  }

  /** Reports in an epoch whose leader never came into office reach nobody. */
  private boolean isOfAnOffice(TransferStep step) {
    return !(step.message() instanceof Report report) || offices.contains(report.epoch());
  }

  // -- Zab's actions

  private void zab(int member, Action action, StateView state) {
    settleDeparture();
    if (action == Action.Restart) {
      restart(member);
    } else if (action == Action.StepDown) {
      stepDown(member);
    } else if (adopted[member] != state.currentEpoch()) {
      adopted[member] = state.currentEpoch();
      joinIfInOffice(member);
    }
    adopted[member] = state.currentEpoch();
    observeLags(member);
  }

  private void restart(int member) {
    inOffice[member] = null;
    startedBy[member] = null;
    if (starts[member] > 0) {
      steps.add(TransferStep.of("Restart", member, -1, TransferState.ofStart(starts[member])));
    }
    starts[member]++;
  }

  private void stepDown(int member) {
    startedBy[member] = null;
    if (inOffice[member] != null) {
      left = TransferStep.of("StepDown", member, -1, TransferState.of(inOffice[member]));
      inOffice[member] = null;
    }
  }

  private void settleDeparture() {
    if (left != null) {
      steps.add(left);
      left = null;
    }
  }

  /** Whose leader has left already, or is not in office yet, does not join it in the spec. */
  private void joinIfInOffice(int member) {
    for (int leader = 0; leader < members; leader++) {
      boolean inItsEpoch = inOffice[leader] != null && adopted[leader] == adopted[member];
      if (leader != member && inItsEpoch && epochInSpec[member] < adopted[member]) {
        steps.add(TransferStep.of("Join", member, leader, null));
        epochInSpec[member] = adopted[member];
      }
    }
  }

  /** What a leader knows of lags now; when it hands over, it is too late to ask. */
  private void observeLags(int leader) {
    if (inOffice[leader] != null) {
      List<Long> known = new ArrayList<>();
      for (int member = 0; member < members; member++) {
        known.add(inOffice[leader].lag(member));
      }
      lags.set(leader, known);
    }
  }

  /** The leader's next step rests on what it knows of lags. */
  private void recordLags(int leader) {
    List<Long> known = lags.get(leader);
    if (lastLeader != leader || !known.equals(recordedLags)) {
      int last = lastLeader == leader ? leader : -1;
      steps.add(new TransferStep("Lags", leader, last, -1, -1, null, 0, known, null));
      lastLeader = leader;
      recordedLags = known;
    }
  }

  // -- the actions of leadership transfer

  private void transfer(int member, TransferEvent event, TransferView view) {
    boolean handsOver = event.action() == TransferAction.HandOver;
    if (handsOver) {
      left = null;
    }
    settleDeparture();
    observeLags(member);
    if (handsOver || inOffice[member] != null) {
      recordLags(member);
    }
    TransferState state = TransferState.of(view);
    switch (event.action()) {
      case TakeOffice -> takeOffice(member, view, state);
      case StartEpoch -> startedBy[member] = event;
      case HandleReport, StartCompaction -> message(event, member, event.peer(), member, state);
      case SendReport, GrantPermit, HandOver -> message(event, member, member, event.peer(), state);
      default -> steps.add(TransferStep.of(event.action().name(), member, event.peer(), state));
    }
  }

  private void message(TransferEvent event, int member, int from, int to, TransferState state) {
    steps.add(
        new TransferStep(
            event.action().name(),
            member,
            event.peer(),
            from,
            to,
            event.datagram(),
            0,
            List.of(),
            state));
  }

  private void takeOffice(int member, TransferView view, TransferState state) {
    long quorum = 0;
    adopted[member] = view.epoch();
    for (int other = 0; other < members; other++) {
      if (adopted[other] == view.epoch()) {
        quorum = Members.with(quorum, other);
        epochInSpec[other] = view.epoch();
      }
    }
    TransferEvent start = startInTime(member);
    offices.add(view.epoch());
    inOffice[member] = view;
    lastLeader = -1;
    startedBy[member] = null;
    String action = start == null ? "Elect" : "StartEpoch";
    int from = start == null ? -1 : start.peer();
    Datagram message = start == null ? null : start.datagram();
    steps.add(
        new TransferStep(action, member, -1, from, member, message, quorum, List.of(), state));
    observeLags(member);
  }

  /** The Start that made it lead, unless somebody else came into office meanwhile. */
  private TransferEvent startInTime(int member) {
    TransferEvent event = startedBy[member];
    boolean inTime =
        event != null
            && event.datagram() instanceof Start start
            && start.epoch() == offices.get(offices.size() - 1);
    return inTime ? event : null;
  }
}
