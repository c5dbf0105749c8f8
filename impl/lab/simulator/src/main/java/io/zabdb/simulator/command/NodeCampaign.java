package io.zabdb.simulator.command;

import io.zabdb.simulator.NodeOptions;
import io.zabdb.simulator.NodeResult;
import io.zabdb.simulator.NodeSimulation;
import io.zabdb.testkit.linearizability.Verdict;
import io.zabdb.testkit.sim.campaign.SeedThreads;
import io.zabdb.testkit.sim.engine.Counts;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongFunction;

/** Runs many seeds, until all are done, time is up, or one has failed. Runs once. */
final class NodeCampaign {

  private static final long TELL_EVERY_NANOS = 10_000_000_000L;

  private final LongFunction<NodeOptions> options;
  private final PrintStream out;
  private final SeedThreads threads;
  private final long start = System.nanoTime();

  // Guarded by this.
  private final Counts counts = new Counts();
  private long runs;
  private long events;
  private long operations;
  private long inconclusive;
  private long virtualMicros;
  private long told = start;
  private NodeResult worst;

  /**
   * @param options gives the run of a seed
   */
  NodeCampaign(
      LongFunction<NodeOptions> options,
      long first,
      long seeds,
      Optional<Duration> limit,
      PrintStream out) {
    this.options = options;
    this.out = out;
    threads = new SeedThreads(this::run, first, seeds, limit);
  }

  /**
   * Runs in that many threads; returns the failed run with the lowest seed, if any failed.
   *
   * @throws IllegalStateException if a seed cannot be run
   */
  Optional<NodeResult> run(int threads) throws InterruptedException {
    this.threads.run(threads);
    synchronized (this) {
      return Optional.ofNullable(worst);
    }
  }

  private boolean run(long seed) {
    NodeResult result = new NodeSimulation(options.apply(seed)).run();
    add(result);
    return !result.failed();
  }

  private synchronized void add(NodeResult result) {
    runs++;
    events += result.events();
    operations += result.history().operations().size();
    virtualMicros += result.virtualMicros();
    counts.addAll(result.counts());
    if (result.failed()) {
      if (worst == null || result.options().seed() < worst.options().seed()) {
        worst = result;
      }
    } else if (result.verdict() == Verdict.INCONCLUSIVE) {
      inconclusive++;
    }
    if (System.nanoTime() - told > TELL_EVERY_NANOS) {
      told = System.nanoTime();
      out.println(progress());
    }
  }

  private String progress() {
    double seconds = (System.nanoTime() - start) / 1e9;
    return String.format(
        Locale.ROOT,
        "%,d runs, %.1f a second; %,.0f virtual seconds, %,d events, %,d operations,"
            + " %,d inconclusive",
        runs,
        runs / seconds,
        virtualMicros / 1e6,
        events,
        operations,
        inconclusive);
  }

  synchronized long runs() {
    return runs;
  }

  synchronized Counts counts() {
    return counts;
  }

  /** Prints what came of it. */
  synchronized void print() {
    counts.all().forEach((name, times) -> out.printf(Locale.ROOT, "%-60s %,14d%n", name, times));
    out.println(progress());
  }
}
