package io.zabdb.conformance.transfer;

import io.zabdb.core.trace.TransferView;
import java.util.ArrayList;
import java.util.List;

/**
 * The variables of {@code LeadershipTransfer} at one member, as a step left them.
 *
 * @param leads whether the member is in office; if not, the lists are empty
 */
record TransferState(
    boolean leads,
    long epoch,
    int pressure,
    boolean fit,
    long run,
    int target,
    int waiting,
    List<Long> heardRun,
    List<Integer> heardPressure,
    List<Long> granted) {

  static TransferState of(TransferView view) {
    List<Long> runs = new ArrayList<>();
    List<Integer> pressures = new ArrayList<>();
    List<Long> granted = new ArrayList<>();
    for (int member = 0; view.leads() && member < view.members(); member++) {
      runs.add(view.heardRun(member));
      pressures.add(view.heardPressure(member));
      granted.add(view.granted(member));
    }
    return new TransferState(
        view.leads(),
        view.epoch(),
        view.pressure(),
        view.fit(),
        view.run(),
        view.target(),
        view.waiting(),
        runs,
        pressures,
        granted);
  }

  /** Of a member that starts for the n-th time, from 0. */
  static TransferState ofStart(long n) {
    return new TransferState(
        false, 0, 0, true, n << Integer.SIZE, -1, 0, List.of(), List.of(), List.of());
  }

  /** The same with another target. */
  TransferState withTarget(int other) {
    return new TransferState(
        leads, epoch, pressure, fit, run, other, waiting, heardRun, heardPressure, granted);
  }

  /** The same with another run. */
  TransferState withRun(long other) {
    return new TransferState(
        leads, epoch, pressure, fit, other, target, waiting, heardRun, heardPressure, granted);
  }
}
