package io.zabdb.core.transfer;

import io.zabdb.core.group.Members;
import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Datagram.Permit;
import io.zabdb.core.message.Datagram.Report;
import io.zabdb.core.message.Datagram.Start;
import io.zabdb.core.state.Described;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.state.RejectedException;
import io.zabdb.core.step.Output;
import io.zabdb.core.trace.TransferAction;
import io.zabdb.core.trace.TransferEvent;
import io.zabdb.core.trace.TransferView;
import java.util.Arrays;

/**
 * A leader steps aside before a heavy compaction would slow its group down, and compactions are
 * staggered, so that a quorum is always free. One for each replica, in any role.
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
public class LeadershipTransfer implements TransferView, Described {

  /** No server ({@code Nobody}). */
  protected static final int NOBODY = -1;

  /** The run of whom nothing was heard in this epoch ({@code Unheard}). */
  private static final long UNHEARD = -1;

  /** A start of the replica uses fewer numbers of {@link #run} than this. */
  private static final int BITS_OF_A_START = 32;

  /** 2^64 divided by the golden ratio: spreads small numbers over all bits (Fibonacci hashing). */
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  protected final Host host;
  protected final TransferSettings settings;
  private TransferPolicy policy;

  // -- of every replica

  private int pressure;
  private long run;

  /** A small step was asked for, and the pressure has not been sampled since. */
  private boolean stepping;

  private int untilHeartbeat;

  /** What the leader was told last, so that it is told of changes at once. */
  private Report told;

  // -- of a leader

  private int target = NOBODY;
  private int wait;
  private final long[] heardRun;
  private final int[] heardPressure;
  private final long[] granted;

  /** Ticks since the target was chosen. */
  private int draining;

  /** How many lots this replica has drawn. */
  private long lots;

  public LeadershipTransfer(TransferSettings settings, Host host) {
    this.settings = settings;
    this.host = host;
    this.policy = settings.policy();
    this.run = host.incarnation() << BITS_OF_A_START;
    this.heardRun = new long[host.members()];
    this.heardPressure = new int[host.members()];
    this.granted = new long[host.members()];
    forget();
  }

  // -- inputs

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
      if (isTimely(start) && host.isFreeToLead(from)) {
        startEpoch(from, start);
      }
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

  // -- the view

  @Override
  public int self() {
    return host.self();
  }

  @Override
  public int members() {
    return host.members();
  }

  @Override
  public boolean leads() {
    return host.leads();
  }

  @Override
  public long epoch() {
    return host.epoch();
  }

  @Override
  public int pressure() {
    return pressure;
  }

  @Override
  public long run() {
    return run;
  }

  @Override
  public long lag(int member) {
    if (member == host.self()) {
      return 0;
    }
    return host.leads() ? Math.min(host.unacknowledged(member), behind()) : behind();
  }

  /** {@code Behind}: too far behind to take over. */
  private long behind() {
    return settings.maxLag() + 1;
  }

  @Override
  public int target() {
    return target;
  }

  @Override
  public int waiting() {
    return wait;
  }

  @Override
  public long heardRun(int member) {
    return heardRun[member];
  }

  @Override
  public int heardPressure(int member) {
    return heardPressure[member];
  }

  @Override
  public long granted(int member) {
    return granted[member];
  }

  private boolean compacting() {
    return isOdd(run);
  }

  private static boolean isOdd(long number) {
    return number % 2 != 0;
  }

  private void trace(TransferAction action, int peer, Datagram datagram) {
    if (host.isTraced()) {
      host.trace(new TransferEvent(action, peer, datagram), this);
    }
  }

  // -- pressure and weights

  /** {@code Hot}. */
  protected boolean hot() {
    return pressure >= settings.threshold();
  }

  /** {@code Cool}. */
  protected boolean cool(int level) {
    return level + settings.hysteresis() <= settings.threshold();
  }

  /**
   * {@code Weight} of this replica's vote: none while compacting, else the less the hotter (ACaZoo,
   * section III). From 0 to {@code MaxPressure + 1}.
   */
  public int weight() {
    return compacting() ? 0 : settings.maxPressure() + 1 - pressure;
  }

  /**
   * Whether this replica may win an election ({@code Wins}). Staggered, every quorum has a member
   * that does not compact and that wins over one that does.
   */
  public boolean mayWin() {
    return !settings.staggered() || weight() > 0;
  }

  /** {@code Grow}: there is more to compact; or less, after light compactions. */
  public void grow(int level) {
    pressure = level;
    trace(TransferAction.Grow, -1, null);
  }

  private boolean isTold() {
    return told != null
        && told.epoch() == host.epoch()
        && told.run() == run
        && told.pressure() == pressure;
  }

  /** {@code SendReport}: on each change, and with each heartbeat. */
  public void sendReport(int leader) {
    RejectedException.unless(host.leader() == leader, "does not follow " + leader);
    told = new Report(host.epoch(), run, pressure);
    host.output(new Output.Notify(leader, told));
    trace(TransferAction.SendReport, leader, told);
  }

  /** {@code IsNews}. */
  protected boolean isNews(Report report) {
    return report.epoch() == host.epoch();
  }

  /** {@code HandleReport}. */
  public void handleReport(int from, Report report) {
    RejectedException.unless(host.leads() && isNews(report), "no news: " + report);
    heardRun[from] = report.run();
    heardPressure[from] = report.pressure();
    trace(TransferAction.HandleReport, from, report);
  }

  // -- permits: staggered compaction

  /** {@code Unknown}: not heard of in this epoch. */
  protected boolean unknown(int member) {
    return heardRun[member] == UNHEARD;
  }

  /** {@code HoldsPermit}: permitted a compaction whose start was not heard of. */
  protected boolean holdsPermit(int member) {
    return granted[member] > heardRun[member];
  }

  /** {@code Busy}: those that may be compacting, for all that this leader knows. */
  protected long busy() {
    long busy = 0;
    for (int member = 0; member < host.members(); member++) {
      boolean mayCompact =
          member == host.self()
              ? compacting()
              : unknown(member) || holdsPermit(member) || isOdd(heardRun[member]);
      if (mayCompact) {
        busy = Members.with(busy, member);
      }
    }
    return busy;
  }

  /** {@code Spare}: how many members the group can spare. */
  protected int spare() {
    return (host.members() - 1) / 2;
  }

  /** {@code CanSpare}: the group can spare this member too. */
  protected boolean canSpare(int member) {
    long busy = busy();
    return !Members.contains(busy, member) && Long.bitCount(busy) < spare();
  }

  /** {@code MayGrant}: one that is under way may be sent again, as it was. */
  protected boolean mayGrant(int member) {
    return member != host.self()
        && member != target
        && !unknown(member)
        && (holdsPermit(member)
            || (heardPressure[member] >= settings.threshold() && canSpare(member)));
  }

  /** {@code GrantPermit}. */
  public void grantPermit(int member) {
    RejectedException.unless(
        settings.staggered() && host.leads() && mayGrant(member), "no permit for " + member);
    if (!holdsPermit(member)) {
      granted[member] = heardRun[member] + 1;
    }
    Permit permit = new Permit(host.epoch(), granted[member]);
    host.output(new Output.Notify(member, permit));
    trace(TransferAction.GrantPermit, member, permit);
  }

  /** {@code IsValidPermit}: for this epoch and for the next compaction. */
  protected boolean isValidPermit(Permit permit) {
    return permit.epoch() == host.epoch() && permit.run() == run + 1;
  }

  /** {@code StartCompaction}: whoever is permitted compacts, even if it has cooled. */
  public void startCompaction(int from, Permit permit) {
    RejectedException.unless(!host.triesToLead() && isValidPermit(permit), "void: " + permit);
    run = permit.run();
    host.output(new Output.Compact(run));
    trace(TransferAction.StartCompaction, from, permit);
  }

  private boolean mayCompactFreely() {
    return !settings.staggered() && !host.triesToLead() && hot() && !compacting();
  }

  /** {@code CompactFreely}: without staggering a follower compacts when it likes. */
  public void compactFreely() {
    RejectedException.unless(mayCompactFreely(), "may not compact");
    run++;
    host.output(new Output.Compact(run));
    trace(TransferAction.CompactFreely, -1, null);
  }

  /** {@code FinishCompaction}: the next sample tells what new work there is. */
  public void finishCompaction() {
    RejectedException.unless(compacting(), "no compaction runs");
    run++;
    pressure = 0;
    trace(TransferAction.FinishCompaction, -1, null);
  }

  // -- the planned transfer

  /** {@code IsFit}: caught up, not compacting, and cool. */
  protected boolean isFit(int member) {
    return member != host.self()
        && !Members.contains(busy(), member)
        && lag(member) <= settings.maxLag()
        && cool(heardPressure[member]);
  }

  /** {@code Candidates}; with policy OFF there are none. */
  protected long candidates() {
    long candidates = 0;
    for (int member = 0; policy != TransferPolicy.OFF && member < host.members(); member++) {
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

  private boolean isPreferred(int member, long candidates) {
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
  private int pick(long choice) {
    return policy == TransferPolicy.RANDOM ? byLot(choice) : mostCaughtUp(choice);
  }

  private int byLot(long choice) {
    lots++;
    long mixed = (host.epoch() * 31 + lots) * GOLDEN_RATIO;
    long rest = choice;
    for (int skip = Math.floorMod(mixed >>> 32, Long.bitCount(choice)); skip > 0; skip--) {
      rest &= rest - 1;
    }
    return Long.numberOfTrailingZeros(rest);
  }

  /** The nearest of those that lack least; -1 if the set is empty. */
  private int mostCaughtUp(long choice) {
    int best = NOBODY;
    for (int step = 1; step < host.members(); step++) {
      int member = (host.self() + step) % host.members();
      if (Members.contains(choice, member) && (best == NOBODY || lag(member) < lag(best))) {
        best = member;
      }
    }
    return best;
  }

  /** {@code MayTransfer}: one mover at a time, hot, and not too soon. */
  protected boolean mayTransfer() {
    return host.leads() && target == NOBODY && hot() && wait == 0;
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
  private int any() {
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

  /** {@code IsUnfit}: fell behind (a lost connection counts), began to compact, or is hot. */
  protected boolean isUnfit(int member) {
    return lag(member) > settings.maxLag()
        || Members.contains(busy(), member)
        || heardPressure[member] >= settings.threshold();
  }

  /** {@code GiveUpTransfer}: back to work; the next attempt waits. */
  private void giveUpTransfer() {
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

  // -- epochs

  /** {@code IsTimely}: this replica has not gone on to a later epoch. */
  protected boolean isTimely(Start start) {
    return host.epoch() == start.epoch();
  }

  /** {@code StartEpoch}: its first half; the second is {@link #takeOffice}. */
  public void startEpoch(int from, Start start) {
    RejectedException.unless(isTimely(start) && host.isFreeToLead(from), "late: " + start);
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

  /** {@code Forget}: what a leader knows ends with its role. */
  public final void forget() {
    target = NOBODY;
    wait = 0;
    draining = 0;
    Arrays.fill(heardRun, UNHEARD);
    Arrays.fill(heardPressure, 0);
    Arrays.fill(granted, 0);
  }

  // -- invariants

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

  @Override
  public String describe() {
    return "epoch "
        + host.epoch()
        + " pressure "
        + pressure
        + " run "
        + run
        + " target "
        + target
        + " wait "
        + wait
        + " heard "
        + Arrays.toString(heardRun)
        + " "
        + Arrays.toString(heardPressure)
        + " granted "
        + Arrays.toString(granted);
  }
}
