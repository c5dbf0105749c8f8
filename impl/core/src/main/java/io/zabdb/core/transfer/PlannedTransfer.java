package io.zabdb.core.transfer;

import io.zabdb.core.group.Members;
import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.message.Datagram.Start;
import io.zabdb.core.state.RejectedException;
import io.zabdb.core.step.Output;
import io.zabdb.core.trace.TransferAction;

/** The planned transfer: whom a leader chooses, and how it hands over or gives up. */
abstract class PlannedTransfer extends Permits {

  /** 2^64 divided by the golden ratio: spreads small numbers over all bits (Fibonacci hashing). */
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  PlannedTransfer(TransferSettings settings, Host host) {
    super(settings, host);
  }

  /** {@code IsFit}: caught up, not compacting, and cool; or hot, if this leader is not even fit. */
  protected boolean isFit(int member) {
    return member != host.self()
        && !Members.contains(busy(), member)
        && lag(member) <= settings.maxLag()
        && (unfit ? heardPressure[member] < notFit() : cool(heardPressure[member]));
  }

  /** {@code Candidates}; with policy OFF there are none, unless this leader is not fit. */
  protected long candidates() {
    long candidates = 0;
    boolean wanted = unfit || policy != TransferPolicy.OFF;
    for (int member = 0; wanted && member < host.members(); member++) {
      if (isFit(member)) {
        candidates = Members.with(candidates, member);
      }
    }
    return candidates;
  }

  /** {@code Distance}: how far the member comes after this one; {@code Place} is its number. */
  protected int distance(int member) {
    return Math.floorMod(member - host.self(), host.members());
  }

  /** {@code Choice}: the candidates that the policy prefers. */
  protected long choice() {
    long candidates = candidates();
    long choice = 0;
    for (int member = 0; member < host.members(); member++) {
      if (Members.contains(candidates, member) && isPreferred(member, candidates)) {
        choice = Members.with(choice, member);
      }
    }
    return choice;
  }

  boolean isPreferred(int member, long candidates) {
    for (int other = 0; other < host.members(); other++) {
      if (Members.contains(candidates, other)
          && ((policy == TransferPolicy.ROUND_ROBIN && distance(other) < distance(member))
              || (policy == TransferPolicy.COLDEST
                  && heardPressure[other] < heardPressure[member]))) {
        return false;
      }
    }
    return true;
  }

  /**
   * One of those that are equally good: by lot for RANDOM, else the most caught-up. The core knows
   * no chance: the lot is drawn from the epoch and the number of lots drawn before.
   */
  int pick(long choice) {
    return policy == TransferPolicy.RANDOM ? byLot(choice) : mostCaughtUp(choice);
  }

  int byLot(long choice) {
    lots++;
    long mixed = (host.epoch() * 31 + lots) * GOLDEN_RATIO;
    long rest = choice;
    for (int skip = Math.floorMod(mixed >>> 32, Long.bitCount(choice)); skip > 0; skip--) {
      rest &= rest - 1;
    }
    return Long.numberOfTrailingZeros(rest);
  }

  /** The nearest of those that lack least; -1 if the set is empty. */
  int mostCaughtUp(long choice) {
    int best = NOBODY;
    for (int step = 1; step < host.members(); step++) {
      int member = (host.self() + step) % host.members();
      if (Members.contains(choice, member) && (best == NOBODY || lag(member) < lag(best))) {
        best = member;
      }
    }
    return best;
  }

  /** {@code MayTransfer}: one mover at a time; hot, and not too soon, or not fit. */
  protected boolean mayTransfer() {
    return host.leads() && target == NOBODY && (unfit || (hot() && wait == 0));
  }

  /** {@code BeginTransfer}: no more writes are admitted. */
  public void beginTransfer(int member) {
    RejectedException.unless(
        mayTransfer() && Members.contains(choice(), member), member + " cannot succeed");
    target = member;
    draining = 0;
    trace(TransferAction.BeginTransfer, member, null);
  }

  /** {@code MayRequest}: what would not be aborted at once. */
  protected boolean mayRequest(int member) {
    return host.leads()
        && target == NOBODY
        && member >= 0
        && member < host.members()
        && member != host.self()
        && !isUnfit(member);
  }

  /** Whom an operator gets who names nobody: the policy's choice, or the most caught-up; or -1. */
  int any() {
    long choice = choice();
    if (choice != 0) {
      return pick(choice);
    }
    for (int member = 0; member < host.members(); member++) {
      if (mayRequest(member)) {
        choice = Members.with(choice, member);
      }
    }
    return mostCaughtUp(choice);
  }

  /** {@code RequestTransfer}: an operator wishes it, whatever the pressure of this leader. */
  public void requestTransfer(int member) {
    RejectedException.unless(mayRequest(member), member + " cannot succeed");
    target = member;
    draining = 0;
    trace(TransferAction.RequestTransfer, member, null);
  }

  /**
   * {@code IsUnfit}: fell behind (a lost connection counts), began to compact, or is hot; that does
   * not matter if this leader is not fit itself.
   */
  protected boolean isUnfit(int member) {
    return lag(member) > settings.maxLag()
        || Members.contains(busy(), member)
        || heardPressure[member] >= (unfit ? notFit() : settings.threshold());
  }

  /** {@code GiveUpTransfer}: back to work; the next attempt waits. */
  void giveUpTransfer() {
    target = NOBODY;
    wait = settings.minInterval();
  }

  /** {@code AbortTransfer}. */
  public void abortTransfer() {
    RejectedException.unless(
        host.leads() && target != NOBODY && isUnfit(target), "nothing to abort");
    giveUpTransfer();
    trace(TransferAction.AbortTransfer, -1, null);
  }

  /** {@code TimeOutTransfer}: the drain takes too long. */
  public void timeOutTransfer() {
    RejectedException.unless(host.leads() && target != NOBODY, "nothing to give up");
    giveUpTransfer();
    trace(TransferAction.TimeOutTransfer, -1, null);
  }

  /** {@code IsDrained}; and every request is answered, so that none is left in doubt. */
  protected boolean isDrained() {
    return lag(target) == 0 && !isUnfit(target) && host.isAllCommitted();
  }

  /** {@code HandOver}: the target has everything; this leader resigns. */
  public void handOver() {
    RejectedException.unless(host.leads() && target != NOBODY && isDrained(), "not drained");
    int successor = target;
    Start start = new Start(host.epoch());
    host.output(new Output.Notify(successor, start));
    host.resign(successor);
    trace(TransferAction.HandOver, successor, start);
  }

  /** {@code Admits}, of a leader that is established: whether it takes writes. */
  public boolean admits() {
    return target == NOBODY && pressure < settings.maxPressure();
  }

  /** {@code Tick}. */
  public void tick() {
    RejectedException.unless(wait > 0, "nothing to wait for");
    wait--;
    trace(TransferAction.Tick, -1, null);
  }

  /** {@code MayStep}. */
  protected boolean mayStep() {
    return pressure == settings.maxPressure()
        || (host.leads() && hot() && target == NOBODY && candidates() == 0);
  }

  /** {@code CompactStep}: one at a time; the next sample tells how far it went. */
  public void compactStep() {
    RejectedException.unless(!compacting() && mayStep(), "no need for a small step");
    pressure--;
    stepping = true;
    host.output(new Output.CompactStep());
    trace(TransferAction.CompactStep, -1, null);
  }
}
