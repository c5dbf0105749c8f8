package io.zabdb.core.transfer;

import io.zabdb.core.group.Members;
import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Datagram.Permit;
import io.zabdb.core.message.Datagram.Report;
import io.zabdb.core.message.Datagram.Start;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.state.RejectedException;
import io.zabdb.core.trace.TransferAction;
import io.zabdb.core.trace.TransferEvent;
import io.zabdb.core.trace.TransferView;
import java.util.Objects;

/**
 * A leader steps aside before a heavy compaction would slow its group down, and compactions are
 * staggered, so that a quorum is always free. One for each replica, in any role.
 *
 * <p>Its actions are those of its parts, {@link Pressure}, {@link Permits} and {@link
 * PlannedTransfer}, over one {@link TransferState}; here are those of epochs, and what drives all.
 *
 * <pre>
 * by                          then
 * a Start from the leader     StartEpoch: this replica leaves its role and leads
 * Zab's Establish             TakeOffice
 * </pre>
 *
 * <p>Methods named as actions of {@code specs/transfer/LeadershipTransfer.tla} are these actions.
 *
 * <p>Where it does less than the spec allows: a leader in office knows a follower's first report
 * once it has come, and ignores reports older than the latest; it hands over once all is committed;
 * a start of the replica voids its permits, since {@code run} begins at a number never used before;
 * who tries to lead starts no compaction, and a target starts the next epoch only as long as it
 * follows nobody else. Where it does more: a sample may find less pressure than before, since light
 * compactions go on unasked.
 *
 * <p>Not thread-safe. Times are in ticks.
 */
public final class LeadershipTransfer {

  private final TransferState state;
  private final TransferGuards guards;
  private final Pressure pressure;
  private final Permits permits;
  private final PlannedTransfer planned;

  public LeadershipTransfer(TransferSettings settings, Host host, TransferGuards guards) {
    this.guards = guards;
    state = new TransferState(settings, host);
    pressure = new Pressure(state, guards);
    permits = new Permits(state, guards);
    planned = new PlannedTransfer(state, guards);
  }

  /** The spec's variables: a live view. */
  public TransferView view() {
    return state;
  }

  /** From now on, leaders choose their successors by this policy. */
  public void changePolicy(TransferPolicy next) {
    state.policy = next;
  }

  /** The store's pressure was sampled; levels above {@code MaxPressure} are as high as that. */
  public void sampled(int level) {
    pressure.sampled(level);
  }

  /** This replica is fit to lead from now on, or is not. */
  public void fitnessChanged(boolean fit) {
    pressure.fitnessChanged(fit);
  }

  /** The weight of this replica's vote; see {@link Pressure#weight}. */
  public int weight() {
    return pressure.weight();
  }

  /** See {@link Pressure#mayWin}. */
  public boolean mayWin() {
    return pressure.mayWin();
  }

  /** See {@link PlannedTransfer#admits}. */
  public boolean admits() {
    return planned.admits();
  }

  /**
   * Members, bits, that compact heavily for all that this leader knows are not among these ({@code
   * ChangingMembers!idle}); all, if compactions need no permits.
   */
  public long idle() {
    return state.settings.staggered() ? ~guards.busy(state) : -1;
  }

  /** What a leader knows ends with its role. */
  public void forget() {
    state.forget();
  }

  /** The compaction that was asked for is over; one of an earlier start is none of ours. */
  public void compactionFinished() {
    if (state.compacting()) {
      permits.finishCompaction();
    }
  }

  /** An operator wishes for another leader: this member, or -1 for any. */
  public void requested(int member) {
    int wanted = member == TransferState.NOBODY ? planned.any() : member;
    if (guards.mayRequest(state, wanted)) {
      planned.requestTransfer(wanted);
    }
  }

  /** A datagram arrived; what is outdated is void. */
  public Handover received(int from, Datagram datagram) {
    if (datagram instanceof Report report) {
      if (state.host.leads()
          && guards.isNews(state, report)
          && report.run() >= state.heardRun[from]) {
        pressure.handleReport(from, report);
      }
    } else if (datagram instanceof Permit permit) {
      if (!state.host.triesToLead() && guards.isValidPermit(state, permit)) {
        permits.startCompaction(from, permit);
      }
    } else if (datagram instanceof Start start) {
      if (guards.isTimely(state, start)
          && guards.isWilling(state)
          && state.host.isFreeToLead(from)) {
        return startEpoch(from, start);
      }
    } else {
      throw new ProtocolViolation("no datagram of leadership transfer: " + datagram);
    }
    return Handover.NONE;
  }

  /**
   * Whether there is nothing to hand over, to permit, or to tell others: this replica may rest
   * ({@code specs/zab/Rest.tla}).
   */
  public boolean isIdle() {
    return !state.unfit
        && !state.compacting()
        && !state.stepping
        && !guards.hot(state)
        && state.target == TransferState.NOBODY
        && (!state.host.leads() || permits.areHeldByNobody());
  }

  /**
   * A tick has passed.
   *
   * @param resting whether this replica rests: nothing is repeated then
   */
  public void ticked(boolean resting) {
    if (state.wait > 0) {
      planned.tick();
    }
    state.untilHeartbeat--;
    if (state.untilHeartbeat <= 0 && !resting) {
      state.untilHeartbeat = state.host.heartbeat();
      state.told = null;
      permits.repeat();
    }
    planned.drain();
  }

  /** Takes whatever steps of a planned transfer have become possible. */
  public Handover advanceTransfer() {
    return state.host.leads() ? planned.advance() : Handover.NONE;
  }

  /** Takes whatever other steps have become possible. */
  public void advance() {
    if (state.host.leads()) {
      permits.grant();
    } else {
      pressure.report();
    }
    if (permits.mayCompactFreely()) {
      permits.compactFreely();
    }
    if (!state.stepping && !state.compacting() && guards.mayStep(state)) {
      planned.compactStep();
    }
  }

  /** What was to be handed over has been: the replica's role has changed. */
  public void done(Handover handover) {
    if (handover.kind() != Handover.Kind.NONE) {
      state.trace(Objects.requireNonNull(handover.action()));
    }
  }

  /** {@code StartEpoch}: its first half; the second is {@link #takeOffice}. */
  public Handover startEpoch(int from, Start start) {
    RejectedException.unless(
        guards.isTimely(state, start) && guards.isWilling(state) && state.host.isFreeToLead(from),
        "late: " + start);
    return Handover.takeOver(new TransferEvent(TransferAction.StartEpoch, from, start));
  }

  /** {@code TakeOffice}: this replica leads its epoch from now on. */
  public void takeOffice() {
    RejectedException.unless(state.host.leads(), "not established in its own epoch");
    state.forget();
    state.wait = state.settings.minInterval();
    state.trace(TransferAction.TakeOffice, -1, null);
  }

  /**
   * Checks what the spec proves as far as one replica can see it.
   *
   * @throws ProtocolViolation if it does not hold
   */
  public void checkInvariants() {
    ProtocolViolation.unless(
        state.pressure >= 0 && state.pressure <= state.settings.maxPressure(),
        "TypeOK of pressure",
        state);
    ProtocolViolation.unless(
        state.wait >= 0 && state.wait <= state.settings.minInterval(), "TypeOK of wait", state);
    ProtocolViolation.unless(
        state.host.leads() || state.target == TransferState.NOBODY,
        "a transfer without a leader",
        state);
    if (state.host.leads() && state.settings.staggered()) {
      checkPermits();
    }
  }

  private void checkPermits() {
    ProtocolViolation.unless(!state.compacting(), "LeaderDoesNotCompact", state);
    long holders = 0;
    for (int member = 0; member < state.host.members(); member++) {
      if (guards.holdsPermit(state, member) && !guards.unknown(state, member)) {
        holders = Members.with(holders, member);
      }
    }
    ProtocolViolation.unless(
        holders == 0 || state.host.isQuorumInAnyCase(~holders),
        "more hold permits than can be spared",
        state);
    ProtocolViolation.unless(
        state.target == TransferState.NOBODY || !guards.holdsPermit(state, state.target),
        "SuccessorDoesNotCompact",
        state);
  }
}
