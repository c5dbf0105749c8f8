package io.zabdb.lab;

import io.zabdb.modelcheck.report.Checks;
import io.zabdb.simulator.command.NodeProfile;
import io.zabdb.testkit.sim.Result;
import io.zabdb.testkit.sim.campaign.Campaign;
import io.zabdb.testkit.sim.campaign.Reached;
import io.zabdb.testkit.sim.fault.Profile;
import java.io.PrintStream;
import java.util.Optional;

/** Runs seeds of every profile in the simulator: a check for each. */
final class SimulatorChecks {

  /** Seeds of the profile that draws its faults from all kinds, and of each other profile. */
  private static final long SWARM_SEEDS = 3_000;

  private static final long OTHER_SEEDS = 200;

  private static final long FAST_SEEDS = 500;

  private static final int THREADS = Runtime.getRuntime().availableProcessors();

  private final Checks checks;
  private final PrintStream out;

  SimulatorChecks(Checks checks, PrintStream out) {
    this.checks = checks;
    this.out = out;
  }

  void run() throws InterruptedException {
    for (Profile profile : Profile.values()) {
      run(profile, profile == Profile.SWARM ? SWARM_SEEDS : OTHER_SEEDS);
    }
    for (NodeProfile profile : NodeProfile.all(NoLog::begin)) {
      run(profile, profile.enoughRuns());
    }
  }

  private void run(NodeProfile profile, long seeds) throws InterruptedException {
    int failed = profile.runMany(1, seeds, Optional.empty(), THREADS, out);
    checks.expectEmpty(
        seeds + " seeds, profile " + profile.label(),
        failed == 0
            ? ""
            : "a run failed, or missed something: ./zabdb simulate --profile "
                + profile.label()
                + " --seeds "
                + seeds);
  }

  /** What is likely to meet a mistake soon. */
  void runFast() throws InterruptedException {
    run(Profile.SWARM, FAST_SEEDS);
  }

  private void run(Profile profile, long seeds) throws InterruptedException {
    Campaign campaign = Campaign.of(profile, 0, 1, seeds, Optional.empty());
    Optional<Result> failed = campaign.run(THREADS);
    String name = seeds + " seeds, profile " + profile.label();
    checks.expectEmpty(
        name,
        failed
            .map(result -> reason(profile, result))
            .orElseGet(() -> String.join("\n", Reached.missed(profile, campaign.totals()))));
    out.println("     " + campaign.totals().progress());
  }

  private static String reason(Profile profile, Result failed) {
    long seed = failed.options().seed();
    return failed.message()
        + "\n./zabdb simulate --profile "
        + profile.label()
        + " --from "
        + seed
        + " --seeds 1";
  }
}
