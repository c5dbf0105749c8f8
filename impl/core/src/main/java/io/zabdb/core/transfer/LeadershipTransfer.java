package io.zabdb.core.transfer;

import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Datagram.Permit;
import io.zabdb.core.message.Datagram.Report;
import io.zabdb.core.message.Datagram.Start;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.state.RejectedException;
import io.zabdb.core.trace.TransferAction;

/**
 * A leader steps aside before a heavy compaction would slow its group down, and compactions are
 * staggered, so that a quorum is always free. One for each replica, in any role.
 *
 * <p>Its actions are in the classes that it extends, one for each part of the spec: {@link
 * Pressure}, {@link Permits}, {@link PlannedTransfer}; here are those of epochs, and what drives
 * all.
 *
 * <p>Methods named as actions of {@code specs/transfer/LeadershipTransfer.tla} are these actions;
 * methods named as its other operators compute the same, and tests weaken them one at a time in a
 * subclass. Its variables are here:
 *
 * <pre>
 * spec             Java
 * role             "leader": Host.leads(); "follower": any other
 * epoch            Host.epoch(), Zab's currentEpoch
 * pressure, run    pressure, run
 * lag              lag(member), from Host.unacknowledged(member)
 * unfit            unfit
 * target, wait     target, wait
 * heard            heardRun, heardPressure
 * granted          granted
 * msgs             the datagrams Report, Permit, Start
 * </pre>
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
public class LeadershipTransfer extends PlannedTransfer {

  public LeadershipTransfer(TransferSettings settings, Host host) {
    super(settings, host);
  }

  /** From now on, leaders choose their successors by this policy. */
  public void changePolicy(TransferPolicy next) {
    policy = next;
  }

  /** The store's pressure was sampled; levels above {@code MaxPressure} are as high as that. */
  public void sampled(int level) {
    stepping = false;
    int bounded = Math.max(0, Math.min(level, settings.maxPressure()));
    if (bounded != pressure) {
      grow(bounded);
    }
  }

  /** This replica is fit to lead from now on, or is not. */
  public void fitnessChanged(boolean fit) {
    if (unfit && fit) {
      recover();
    } else if (!unfit && !fit) {
      fallIll();
    }
  }

  /** The compaction that was asked for is over; one of an earlier start is none of ours. */
  public void compactionFinished() {
    if (compacting()) {
      finishCompaction();
    }
  }

  /** An operator wishes for another leader: this member, or -1 for any. */
  public void requested(int member) {
    int wanted = member == NOBODY ? any() : member;
    if (mayRequest(wanted)) {
      requestTransfer(wanted);
    }
  }

  /** A datagram arrived; what is outdated is void. */
  public void received(int from, Datagram datagram) {
    if (datagram instanceof Report report) {
      if (host.leads() && isNews(report) && report.run() >= heardRun[from]) {
        handleReport(from, report);
      }
    } else if (datagram instanceof Permit permit) {
      if (!host.triesToLead() && isValidPermit(permit)) {
        startCompaction(from, permit);
      }
    } else if (datagram instanceof Start start) {
      if (isTimely(start) && isWilling() && host.isFreeToLead(from)) {
        startEpoch(from, start);
      }
    } else {
      throw new ProtocolViolation("no datagram of leadership transfer: " + datagram);
    }
  }

  /** A tick has passed. */
  public void ticked() {
    if (wait > 0) {
      tick();
    }
    untilHeartbeat--;
    if (untilHeartbeat <= 0) {
      untilHeartbeat = host.heartbeat();
      told = null;
      repeatPermits();
    }
    if (target != NOBODY) {
      draining++;
      if (draining > settings.drainTimeout()) {
        timeOutTransfer();
      }
    }
  }

  private void repeatPermits() {
    for (int member = 0; member < host.members(); member++) {
      if (host.leads() && holdsPermit(member) && mayGrant(member)) {
        grantPermit(member);
      }
    }
  }

  /** Takes whatever steps have become possible. */
  public void advance() {
    if (host.leads()) {
      advanceTransfer();
    }
    if (host.leads()) {
      grantPermits();
    } else if (host.leader() >= 0 && !isTold()) {
      sendReport(host.leader());
    }
    if (mayCompactFreely()) {
      compactFreely();
    }
    if (!stepping && !compacting() && mayStep()) {
      compactStep();
    }
  }

  private void advanceTransfer() {
    if (target != NOBODY && isUnfit(target)) {
      abortTransfer();
    }
    if (mayTransfer() && choice() != 0) {
      beginTransfer(pick(choice()));
    }
    if (target != NOBODY && isDrained()) {
      handOver();
    }
  }

  private void grantPermits() {
    for (int next = nextToPermit(); next >= 0; next = nextToPermit()) {
      grantPermit(next);
    }
  }

  /** Of those that may have a new permit, the hottest; -1 if there is none. */
  private int nextToPermit() {
    int hottest = -1;
    for (int member = 0; settings.staggered() && member < host.members(); member++) {
      if (mayGrant(member)
          && !holdsPermit(member)
          && (hottest < 0 || heardPressure[member] > heardPressure[hottest])) {
        hottest = member;
      }
    }
    return hottest;
  }

  /** {@code IsTimely}: this replica has not gone on to a later epoch. */
  protected boolean isTimely(Start start) {
    return host.epoch() == start.epoch();
  }

  /** {@code IsWilling}: who has become unfit meanwhile leaves it to an election. */
  protected boolean isWilling() {
    return !unfit;
  }

  /** {@code StartEpoch}: its first half; the second is {@link #takeOffice}. */
  public void startEpoch(int from, Start start) {
    RejectedException.unless(
        isTimely(start) && isWilling() && host.isFreeToLead(from), "late: " + start);
    host.startEpoch();
    trace(TransferAction.StartEpoch, from, start);
  }

  /** {@code TakeOffice}: this replica leads its epoch from now on. */
  public void takeOffice() {
    RejectedException.unless(host.leads(), "not established in its own epoch");
    forget();
    wait = settings.minInterval();
    trace(TransferAction.TakeOffice, -1, null);
  }

  /**
   * Checks what the spec proves as far as one replica can see it.
   *
   * @throws ProtocolViolation if it does not hold
   */
  public void checkInvariants() {
    ProtocolViolation.unless(
        pressure >= 0 && pressure <= settings.maxPressure(), "TypeOK of pressure", this);
    ProtocolViolation.unless(wait >= 0 && wait <= settings.minInterval(), "TypeOK of wait", this);
    ProtocolViolation.unless(host.leads() || target == NOBODY, "a transfer without a leader", this);
    if (host.leads() && settings.staggered()) {
      checkPermits();
    }
  }

  private void checkPermits() {
    ProtocolViolation.unless(!compacting(), "LeaderDoesNotCompact", this);
    int holders = 0;
    for (int member = 0; member < host.members(); member++) {
      holders += holdsPermit(member) && !unknown(member) ? 1 : 0;
    }
    ProtocolViolation.unless(holders <= spare(), "more hold permits than can be spared", this);
    ProtocolViolation.unless(
        target == NOBODY || !holdsPermit(target), "SuccessorDoesNotCompact", this);
  }
}
