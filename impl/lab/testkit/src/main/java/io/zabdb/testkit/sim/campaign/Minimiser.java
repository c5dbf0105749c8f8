package io.zabdb.testkit.sim.campaign;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Finds a few faults that are enough for a failure, by leaving out others as long as the run still
 * fails (delta debugging: Zeller and Hildebrandt, TSE 2002). What is left need not be the least
 * there is, but none of it can be left out alone, unless the runs allowed did not suffice.
 *
 * @param <F> of the faults
 */
public final class Minimiser<F> {

  private final Predicate<List<F>> fails;
  private int runsLeft;

  /**
   * @param fails whether a run with these faults fails as it should
   * @param runs how many runs it may take
   */
  public Minimiser(Predicate<List<F>> fails, int runs) {
    this.fails = fails;
    runsLeft = runs;
  }

  /** Minimises a schedule with which the run fails. */
  public List<F> minimise(List<F> schedule) {
    if (stillFails(List.of())) {
      return List.of();
    }
    List<F> left = schedule;
    int parts = 2;
    while (left.size() > 1 && runsLeft > 0) {
      List<F> fewer = withoutSomePart(left, parts);
      if (fewer != left) {
        left = fewer;
        parts = Math.max(2, parts - 1);
      } else if (parts < left.size()) {
        parts = Math.min(left.size(), 2 * parts);
      } else {
        break;
      }
    }
    return left;
  }

  /** The schedule without one of that many parts, if that still fails; otherwise itself. */
  private List<F> withoutSomePart(List<F> schedule, int parts) {
    for (int part = 0; part < parts; part++) {
      int from = schedule.size() * part / parts;
      int to = schedule.size() * (part + 1) / parts;
      List<F> rest = new ArrayList<>(schedule.subList(0, from));
      rest.addAll(schedule.subList(to, schedule.size()));
      if (stillFails(rest)) {
        return rest;
      }
    }
    return schedule;
  }

  private boolean stillFails(List<F> faults) {
    runsLeft--;
    return runsLeft >= 0 && fails.test(faults);
  }
}
