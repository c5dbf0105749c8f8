package io.zabdb.core.transfer;

import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Datagram.Report;
import io.zabdb.core.state.Described;
import io.zabdb.core.trace.TransferAction;
import io.zabdb.core.trace.TransferEvent;
import io.zabdb.core.trace.TransferView;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The variables of {@code specs/transfer/LeadershipTransfer.tla} at one replica. Not thread-safe.
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
 */
public final class TransferState implements TransferView, Described {

  /** No server ({@code Nobody}). */
  static final int NOBODY = -1;

  /** The run of a member that was not heard in this epoch ({@code Unheard}). */
  static final long UNHEARD = -1;

  /** A start of the replica uses fewer numbers of {@link #run} than this. */
  private static final int BITS_OF_A_START = 32;

  final Host host;
  final TransferSettings settings;
  TransferPolicy policy;

  // -- of every replica

  int pressure;
  boolean unfit;
  long run;

  /** A small step was asked for, and the pressure has not been sampled since. */
  boolean stepping;

  int untilHeartbeat;

  /** What the leader was told last, so that it is told of changes at once. */
  @Nullable Report told;

  // -- of a leader

  int target = NOBODY;
  int wait;
  final long[] heardRun;
  final int[] heardPressure;
  final long[] granted;

  /** Ticks since the target was chosen. */
  int draining;

  /** How many lots this replica has drawn. */
  long lots;

  TransferState(TransferSettings settings, Host host) {
    this.settings = settings;
    this.host = host;
    this.policy = settings.policy();
    this.run = host.incarnation() << BITS_OF_A_START;
    this.heardRun = new long[host.members()];
    this.heardPressure = new int[host.members()];
    this.granted = new long[host.members()];
    forget();
  }

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
  public boolean fit() {
    return !unfit;
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
  long behind() {
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

  boolean compacting() {
    return isOdd(run);
  }

  static boolean isOdd(long number) {
    return number % 2 != 0;
  }

  void trace(TransferAction action, int peer, @Nullable Datagram datagram) {
    if (host.isTraced(action)) {
      host.trace(new TransferEvent(action, peer, datagram), this);
    }
  }

  /** The same, of an action that was completed by a change of role. */
  void trace(TransferEvent event) {
    if (host.isTraced(event.action())) {
      host.trace(event, this);
    }
  }

  /** {@code Unfit}: who reports this much, or more, is not fit to lead. */
  int notFit() {
    return settings.maxPressure() + 1;
  }

  /** {@code Forget}: what a leader knows ends with its role. */
  void forget() {
    target = NOBODY;
    wait = 0;
    draining = 0;
    Arrays.fill(heardRun, UNHEARD);
    Arrays.fill(heardPressure, 0);
    Arrays.fill(granted, 0);
  }

  @Override
  public String describe() {
    return "epoch "
        + host.epoch()
        + " pressure "
        + pressure
        + (unfit ? " unfit" : "")
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
