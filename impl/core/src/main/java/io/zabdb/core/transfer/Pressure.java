package io.zabdb.core.transfer;

import io.zabdb.core.message.Datagram.Report;
import io.zabdb.core.state.RejectedException;
import io.zabdb.core.step.Output;
import io.zabdb.core.trace.TransferAction;

/**
 * Pressure, fitness and weights: what there is to compact, which member may lead, and which ones
 * are told. Not thread-safe.
 *
 * <pre>
 * by                   then
 * Grow                 another pressure
 * FallIll, Recover     not fit to lead; fit again
 * SendReport           the leader is told of it
 * HandleReport         it knows
 * </pre>
 */
public final class Pressure {

  private final TransferState state;
  private final TransferGuards guards;

  Pressure(TransferState state, TransferGuards guards) {
    this.state = state;
    this.guards = guards;
  }

  /**
   * {@code Weight} of this replica's vote: none while compacting, next to none if it is not fit,
   * else the less the hotter (ACaZoo, section III). From 0 to {@code MaxPressure + 2}.
   */
  public int weight() {
    if (state.compacting()) {
      return 0;
    }
    return state.unfit ? 1 : state.notFit() + 1 - state.pressure;
  }

  /** {@code FallIll}: it should not lead. */
  public void fallIll() {
    state.unfit = true;
    state.trace(TransferAction.FallIll, -1, null);
  }

  /** {@code Recover}: it may lead again. */
  public void recover() {
    state.unfit = false;
    state.trace(TransferAction.Recover, -1, null);
  }

  /**
   * Whether this replica may win an election ({@code Wins}). Staggered, every quorum has a member
   * that does not compact and that wins over one that does.
   */
  public boolean mayWin() {
    return !state.settings.staggered() || weight() > 0;
  }

  /** {@code Grow}: there is more to compact; or less, after light compactions. */
  public void grow(int level) {
    state.pressure = level;
    state.trace(TransferAction.Grow, -1, null);
  }

  private boolean isTold() {
    return state.told != null
        && state.told.epoch() == state.host.epoch()
        && state.told.run() == state.run
        && state.told.pressure() == guards.level(state);
  }

  /** {@code SendReport}: on each change, and with each heartbeat. */
  public void sendReport(int leader) {
    RejectedException.unless(state.host.leader() == leader, "does not follow " + leader);
    state.told = new Report(state.host.epoch(), state.run, guards.level(state));
    state.host.output(new Output.Notify(leader, state.told));
    state.trace(TransferAction.SendReport, leader, state.told);
  }

  /** {@code HandleReport}. */
  public void handleReport(int from, Report report) {
    RejectedException.unless(
        state.host.leads() && guards.isNews(state, report), "no news: " + report);
    state.heardRun[from] = report.run();
    state.heardPressure[from] = report.pressure();
    state.trace(TransferAction.HandleReport, from, report);
  }

  /** The store's pressure was sampled; levels above {@code MaxPressure} are as high as that. */
  void sampled(int level) {
    state.stepping = false;
    int bounded = Math.max(0, Math.min(level, state.settings.maxPressure()));
    if (bounded != state.pressure) {
      grow(bounded);
    }
  }

  /** This replica is fit to lead from now on, or is not. */
  void fitnessChanged(boolean fit) {
    if (state.unfit && fit) {
      recover();
    } else if (!state.unfit && !fit) {
      fallIll();
    }
  }

  /** Tells the leader, if there is one, what it does not know yet. */
  void report() {
    int leader = state.host.leader();
    if (leader >= 0 && !isTold()) {
      sendReport(leader);
    }
  }
}
