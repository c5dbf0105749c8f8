package io.zabdb.testkit.sim.campaign;

import io.zabdb.testkit.sim.Options;
import io.zabdb.testkit.sim.Result;
import io.zabdb.testkit.sim.Simulation;
import io.zabdb.testkit.sim.fault.Fault;
import io.zabdb.testkit.sim.fault.Profile;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * Runs many seeds, one per thread at a time, until all are done, time is up, or one has failed.
 * Runs once. {@link #totals} may be asked from another thread meanwhile.
 */
public final class Campaign {

  private static final int MINIMISER_RUNS = 400;

  private final LongFunction<Options> runs;
  private final SeedThreads threads;
  private final Totals totals = new Totals();
  private Result worst;

  /**
   * Seeds of a profile.
   *
   * @param nodes in each group, or 0 to have the seed draw
   * @param limit on the real time, if any
   */
  public static Campaign of(
      Profile profile, int nodes, long first, long seeds, Optional<Duration> limit) {
    return new Campaign(seed -> Options.of(seed, profile, nodes), first, seeds, limit);
  }

  /**
   * @param runs the run of each seed
   */
  public Campaign(LongFunction<Options> runs, long first, long seeds, Optional<Duration> limit) {
    this.runs = runs;
    threads = new SeedThreads(this::run, first, seeds, limit);
  }

  /** What has come of it so far. */
  public Totals totals() {
    return totals;
  }

  /**
   * Runs in that many threads; returns the failed run with the lowest seed, if any failed.
   *
   * @throws IllegalStateException if a seed cannot be run
   */
  public Optional<Result> run(int threads) throws InterruptedException {
    this.threads.run(threads);
    synchronized (this) {
      return Optional.ofNullable(worst);
    }
  }

  private boolean run(long seed) {
    Result result = new Simulation(runs.apply(seed)).run();
    totals.add(result);
    if (result.failed()) {
      failed(result);
    }
    return !result.failed();
  }

  private synchronized void failed(Result result) {
    if (worst == null || result.options().seed() < worst.options().seed()) {
      worst = result;
    }
  }

  /** The few faults with which a failed run fails in the same way. */
  public static List<Fault> minimise(Result failed) {
    Options options = failed.options();
    return new Minimiser<Fault>(
            faults -> {
              Result again = new Simulation(options.withFaults(faults)).run();
              return again.failed() && again.property().equals(failed.property());
            },
            MINIMISER_RUNS)
        .minimise(options.faults());
  }
}
