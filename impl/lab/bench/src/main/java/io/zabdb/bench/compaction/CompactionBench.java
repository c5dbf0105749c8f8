package io.zabdb.bench.compaction;

import io.zabdb.bench.load.ClosedLoop;
import io.zabdb.bench.load.Loader;
import io.zabdb.bench.load.Mix;
import io.zabdb.bench.load.Outcomes;
import io.zabdb.bench.load.Recording;
import io.zabdb.bench.tasks.StoreLog;
import io.zabdb.bench.timeline.ClientView;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Makes one run after another, each with a new cluster: rows are loaded; each node leads for a
 * while; then the quotas hold, and the clients keep the cluster busy, first unmeasured.
 */
final class CompactionBench {

  private static final long NANOS_PER_MICRO = 1_000;

  /** Starts what is measured. */
  interface Targets {
    /**
     * Starts a cluster.
     *
     * @param options of its nodes
     */
    CompactionTarget start(Map<String, String> options) throws IOException, InterruptedException;
  }

  /** Takes each result, as soon as it is there. */
  interface Results {
    void add(RunResult result) throws IOException;
  }

  private final Targets targets;
  private final CompactionSettings settings;
  private final Consumer<String> progress;

  CompactionBench(Targets targets, CompactionSettings settings, Consumer<String> progress) {
    this.targets = targets;
    this.settings = settings;
    this.progress = progress;
  }

  /**
   * Makes all runs. The policies take turns, in each second round from the last to the first: a
   * machine that changes its pace meanwhile does so for all of them.
   */
  void run(Results results) throws IOException, InterruptedException {
    for (int round = 1; round <= settings.rounds(); round++) {
      for (Mix mix : settings.mixes()) {
        List<Policy> order = new ArrayList<>(settings.policies());
        if (round % 2 == 0) {
          Collections.reverse(order);
        }
        for (Policy policy : order) {
          progress.accept("round " + round + ": " + mix + ", " + policy);
          RunResult result =
              new RunAnalysis(raw(policy, mix))
                  .result(policy, mix.toString(), round, settings.bucket());
          progress.accept("  " + CompactionReport.line(result));
          results.add(result);
        }
      }
    }
  }

  private Raw raw(Policy policy, Mix mix) throws IOException, InterruptedException {
    ScheduledExecutorService pauses = Executors.newSingleThreadScheduledExecutor();
    try (CompactionTarget target = targets.start(policy.options())) {
      Loader.load(target.stores().get(0), settings.keys(), settings.seed());
      warmUp(target, mix, pauses);
      target.awaitInSync();
      List<String> warnings = new ArrayList<>();
      target.limit().ifPresent(reason -> warnings.add("no quotas: " + reason));
      return measure(target, mix, pauses, warnings);
    } finally {
      pauses.shutdown();
    }
  }

  /** The virtual machine compiles what it runs: nodes that never led would lead slowly. */
  private void warmUp(CompactionTarget target, Mix mix, ScheduledExecutorService pauses)
      throws IOException, InterruptedException {
    ClosedLoop loop = loop(target, mix, new Recording(), pauses);
    loop.start();
    // Node 0 is the last, and leads when the run begins.
    for (int node = target.nodes() - 1; node >= 0; node--) {
      target.lead(node);
      TimeUnit.NANOSECONDS.sleep(settings.warmUp().toNanos());
    }
    loop.stop().join();
  }

  private ClosedLoop loop(
      CompactionTarget target, Mix mix, Outcomes outcomes, ScheduledExecutorService pauses) {
    return new ClosedLoop(
        target.stores(),
        settings.clients(),
        settings.keys(),
        mix,
        outcomes,
        pauses,
        settings.seed());
  }

  private Raw measure(
      CompactionTarget target, Mix mix, ScheduledExecutorService pauses, List<String> warnings)
      throws IOException, InterruptedException {
    long now = System.nanoTime();
    long beginMicros =
        ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now().plus(settings.settle()));
    long begin = now + settings.settle().toNanos();
    ClientView view = new ClientView(settings.clients(), begin);
    ClosedLoop loop = loop(target, mix, view, pauses);
    boolean single = target.groups() == 1;
    LeaderWatch watch = new LeaderWatch(target::leader, begin);
    watch.start();
    LedWatch led = new LedWatch(target.nodes(), target::leading, begin);
    led.start();
    try {
      loop.start();
      sleepUntil(begin);
      CompactionTarget.Usage before = target.usage();
      sleepUntil(begin + settings.measure().toNanos());
      Duration length =
          new LeastSeen(target, settings.least(), beginMicros, before.transfers())
              .await(begin, settings.measure());
      CompactionTarget.Usage after = target.usage();
      List<StoreLog> logs = new ArrayList<>();
      for (int node = 0; node < target.nodes(); node++) {
        logs.add(target.log(node));
      }
      loop.stop().join();
      return new Raw(
          beginMicros,
          length.toNanos() / NANOS_PER_MICRO,
          view.samples(),
          view.dropped(),
          view.errors(),
          single ? view.changes() : List.of(),
          single ? watch.seen() : Map.of(),
          led.spans(),
          logs,
          before,
          after,
          target.limits(),
          warnings);
    } finally {
      watch.stop();
      led.stop();
    }
  }

  private static void sleepUntil(long moment) throws InterruptedException {
    for (long left = moment - System.nanoTime(); left > 0; left = moment - System.nanoTime()) {
      TimeUnit.NANOSECONDS.sleep(left);
    }
  }
}
