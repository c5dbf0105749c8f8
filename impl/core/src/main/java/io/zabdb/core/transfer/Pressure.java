package io.zabdb.core.transfer;

import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.message.Datagram.Report;
import io.zabdb.core.state.RejectedException;
import io.zabdb.core.step.Output;
import io.zabdb.core.trace.TransferAction;

/** Pressure, fitness and weights: what there is to compact, who may lead, and who is told of it. */
abstract class Pressure extends TransferState {

  Pressure(TransferSettings settings, Host host) {
    super(settings, host);
  }

  /** {@code Hot}. */
  protected boolean hot() {
    return pressure >= settings.threshold();
  }

  /** {@code Cool}. */
  protected boolean cool(int level) {
    return level + settings.hysteresis() <= settings.threshold();
  }

  /** {@code Unfit}: who reports this much, or more, is not fit to lead. */
  int notFit() {
    return settings.maxPressure() + 1;
  }

  /** {@code Level}: what this replica tells of itself. */
  protected int level() {
    return unfit ? notFit() + pressure : pressure;
  }

  /** {@code Work}: the pressure of one who tells so. */
  protected int work(int level) {
    return level % notFit();
  }

  /**
   * {@code Weight} of this replica's vote: none while compacting, next to none if it is not fit,
   * else the less the hotter (ACaZoo, section III). From 0 to {@code MaxPressure + 2}.
   */
  public int weight() {
    if (compacting()) {
      return 0;
    }
    return unfit ? 1 : notFit() + 1 - pressure;
  }

  /** {@code FallIll}: it should not lead. */
  public void fallIll() {
    unfit = true;
    trace(TransferAction.FallIll, -1, null);
  }

  /** {@code Recover}: it may lead again. */
  public void recover() {
    unfit = false;
    trace(TransferAction.Recover, -1, null);
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

  boolean isTold() {
    return told != null
        && told.epoch() == host.epoch()
        && told.run() == run
        && told.pressure() == level();
  }

  /** {@code SendReport}: on each change, and with each heartbeat. */
  public void sendReport(int leader) {
    RejectedException.unless(host.leader() == leader, "does not follow " + leader);
    told = new Report(host.epoch(), run, level());
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
}
