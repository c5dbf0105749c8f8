package io.zabdb.testkit.sim.campaign;

import io.zabdb.testkit.sim.Options;
import io.zabdb.testkit.sim.Result;
import io.zabdb.testkit.sim.Simulation;
import io.zabdb.testkit.sim.fault.Fault;
import io.zabdb.testkit.sim.fault.Profile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;

/**
 * Runs many seeds, one per thread at a time, until all are done, time is up, or one has failed.
 * Runs once. {@link #totals} may be asked from another thread meanwhile.
 */
public final class Campaign {

  private static final int MINIMISER_RUNS = 400;

  private final LongFunction<Options> runs;
  private final long first;
  private final long seeds;
  private final Optional<Duration> limit;
  private final Totals totals = new Totals();
  private final AtomicLong next;
  private Result worst;
  private volatile boolean stopped;

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
    this.first = first;
    this.seeds = seeds;
    this.limit = limit;
    next = new AtomicLong(first);
  }

  /** What has come of it so far. */
  public Totals totals() {
    return totals;
  }

  /** Runs in that many threads; returns the failed run with the lowest seed, if any failed. */
  public Optional<Result> run(int threads) throws InterruptedException {
    long end = limit.map(time -> System.nanoTime() + time.toNanos()).orElse(Long.MAX_VALUE);
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Thread worker = new Thread(() -> work(end), "seeds-" + i);
      worker.start();
      workers.add(worker);
    }
    for (Thread worker : workers) {
      worker.join();
    }
    synchronized (this) {
      return Optional.ofNullable(worst);
    }
  }

  private void work(long end) {
    while (!stopped && System.nanoTime() < end) {
      long seed = next.getAndIncrement();
      if (seed >= first + seeds) {
        return;
      }
      Result result = new Simulation(runs.apply(seed)).run();
      totals.add(result);
      if (result.failed()) {
        failed(result);
      }
    }
  }

  private synchronized void failed(Result result) {
    stopped = true;
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
