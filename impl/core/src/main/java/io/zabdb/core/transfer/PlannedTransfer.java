package io.zabdb.core.transfer;

import io.zabdb.core.group.Members;
import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.message.Datagram.Start;
import io.zabdb.core.state.RejectedException;
import io.zabdb.core.step.Output;
import io.zabdb.core.trace.TransferAction;
import io.zabdb.core.trace.TransferEvent;

/**
 * The planned transfer: which successor a leader chooses, and how it hands over or gives up. Not
 * thread-safe.
 *
 * <pre>
 * leader's target  by                                    then
 * nobody           BeginTransfer, RequestTransfer        a member; writes are no longer admitted
 * a member         AbortTransfer, TimeOutTransfer        nobody; the next attempt waits
 * a member         HandOver                              it resigns
 * </pre>
 *
 * <p>Also the small steps of compaction that a leader takes when no member can succeed it.
 */
public final class PlannedTransfer {

  /** 2^64 divided by the golden ratio: spreads small numbers over all bits (Fibonacci hashing). */
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  private final TransferState state;
  private final TransferGuards guards;

  PlannedTransfer(TransferState state, TransferGuards guards) {
    this.state = state;
    this.guards = guards;
  }

  /**
   * One of those that are equally good: by lot for RANDOM, else the most caught-up. The core knows
   * no chance: the lot is drawn from the epoch and the number of lots drawn before.
   */
  private int pick(long choice) {
    return state.policy == TransferPolicy.RANDOM ? byLot(choice) : mostCaughtUp(choice);
  }

  private int byLot(long choice) {
    state.lots++;
    long mixed = (state.host.epoch() * 31 + state.lots) * GOLDEN_RATIO;
    long rest = choice;
    for (int skip = Math.floorMod(mixed >>> 32, Long.bitCount(choice)); skip > 0; skip--) {
      rest &= rest - 1;
    }
    return Long.numberOfTrailingZeros(rest);
  }

  /** The nearest of those that lack least; -1 if the set is empty. */
  private int mostCaughtUp(long choice) {
    int best = TransferState.NOBODY;
    for (int step = 1; step < state.host.members(); step++) {
      int member = (state.host.self() + step) % state.host.members();
      if (Members.contains(choice, member)
          && (best == TransferState.NOBODY || state.lag(member) < state.lag(best))) {
        best = member;
      }
    }
    return best;
  }

  /** {@code BeginTransfer}: writes are no longer admitted. */
  public void beginTransfer(int member) {
    RejectedException.unless(
        guards.mayTransfer(state) && Members.contains(guards.choice(state), member),
        member + " cannot succeed");
    state.target = member;
    state.draining = 0;
    state.trace(TransferAction.BeginTransfer, member, null);
  }

  /**
   * The successor where an operator names none: the policy's choice, else the most caught-up; or
   * -1.
   */
  int any() {
    long choice = guards.choice(state);
    if (choice != 0) {
      return pick(choice);
    }
    for (int member = 0; member < state.host.members(); member++) {
      if (guards.mayRequest(state, member)) {
        choice = Members.with(choice, member);
      }
    }
    return mostCaughtUp(choice);
  }

  /** {@code RequestTransfer}: an operator wishes it, whatever the pressure of this leader. */
  public void requestTransfer(int member) {
    RejectedException.unless(guards.mayRequest(state, member), member + " cannot succeed");
    state.target = member;
    state.draining = 0;
    state.trace(TransferAction.RequestTransfer, member, null);
  }

  /** {@code GiveUpTransfer}: back to work; the next attempt waits. */
  private void giveUpTransfer() {
    state.target = TransferState.NOBODY;
    state.wait = state.settings.minInterval();
  }

  /** {@code AbortTransfer}. */
  public void abortTransfer() {
    RejectedException.unless(
        state.host.leads()
            && state.target != TransferState.NOBODY
            && guards.isUnfit(state, state.target),
        "nothing to abort");
    giveUpTransfer();
    state.trace(TransferAction.AbortTransfer, -1, null);
  }

  /** {@code TimeOutTransfer}: the drain takes too long. */
  public void timeOutTransfer() {
    RejectedException.unless(
        state.host.leads() && state.target != TransferState.NOBODY, "nothing to give up");
    giveUpTransfer();
    state.trace(TransferAction.TimeOutTransfer, -1, null);
  }

  /** {@code HandOver}: the target has everything; this leader resigns. */
  public Handover handOver() {
    RejectedException.unless(
        state.host.leads() && state.target != TransferState.NOBODY && guards.isDrained(state),
        "not drained");
    int successor = state.target;
    Start start = new Start(state.host.epoch());
    state.host.output(new Output.Notify(successor, start));
    return Handover.resign(successor, new TransferEvent(TransferAction.HandOver, successor, start));
  }

  /** {@code Admits}, of a leader that is established: whether it takes writes. */
  public boolean admits() {
    return state.target == TransferState.NOBODY && state.pressure < state.settings.maxPressure();
  }

  /** {@code Tick}. */
  public void tick() {
    RejectedException.unless(state.wait > 0, "nothing to wait for");
    state.wait--;
    state.trace(TransferAction.Tick, -1, null);
  }

  /** {@code CompactStep}: one at a time; the next sample tells how far it went. */
  public void compactStep() {
    RejectedException.unless(
        !state.compacting() && guards.mayStep(state), "no need for a small step");
    state.pressure--;
    state.stepping = true;
    state.host.output(new Output.CompactStep());
    state.trace(TransferAction.CompactStep, -1, null);
  }

  /** Takes whatever steps of a transfer have become possible; of a leader. */
  Handover advance() {
    if (state.target != TransferState.NOBODY && guards.isUnfit(state, state.target)) {
      abortTransfer();
    }
    if (guards.mayTransfer(state) && guards.choice(state) != 0) {
      beginTransfer(pick(guards.choice(state)));
    }
    return state.target != TransferState.NOBODY && guards.isDrained(state)
        ? handOver()
        : Handover.NONE;
  }

  /** A tick of a transfer under way. */
  void drain() {
    if (state.target != TransferState.NOBODY) {
      state.draining++;
      if (state.draining > state.settings.drainTimeout()) {
        timeOutTransfer();
      }
    }
  }
}
