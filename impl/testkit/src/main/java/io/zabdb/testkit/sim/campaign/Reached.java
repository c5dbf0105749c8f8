package io.zabdb.testkit.sim.campaign;

import io.zabdb.testkit.sim.check.ClusterChecks;
import io.zabdb.testkit.sim.engine.Counts;
import io.zabdb.testkit.sim.fault.FaultKind;
import io.zabdb.testkit.sim.fault.Profile;
import java.util.ArrayList;
import java.util.List;

/** What many runs must have come to: runs in which a danger never arose say nothing about it. */
public final class Reached {

  /** Fewer runs may miss something by chance. */
  static final long ENOUGH_RUNS = 100;

  private Reached() {}

  /** What was never reached, in sentences; empty if all was, or if there were too few runs. */
  public static List<String> missed(Profile profile, Totals totals) {
    if (totals.runs() < ENOUGH_RUNS || !profile.kinds().contains(FaultKind.REPLACE_DISK)) {
      return List.of();
    }
    Counts counts = totals.counts();
    List<String> missed = new ArrayList<>();
    for (String name :
        List.of(ClusterChecks.RETIRED, ClusterChecks.ADMITTED, ClusterChecks.NEEDED_AGAIN)) {
      if (counts.of(name) == 0) {
        missed.add("NOT REACHED in " + totals.runs() + " runs: " + name);
      }
    }
    return missed;
  }
}
