package io.zabdb.bench.ops;

import io.zabdb.bench.load.ClosedLoop;
import io.zabdb.bench.load.Latency;
import io.zabdb.bench.load.Load;
import io.zabdb.bench.load.Loader;
import io.zabdb.bench.load.Mix;
import io.zabdb.bench.load.OpenLoop;
import io.zabdb.bench.load.Recording;
import io.zabdb.bench.machine.ProcessUsage;
import io.zabdb.bench.ops.OpsCase.NodeCost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Loads a key space, warms up, and measures one case after another. */
public final class OpsBench {

  /** Between looks at the memory of the nodes. */
  private static final Duration LOOK = Duration.ofMillis(100);

  /** Any operation is tried for a shorter time. */
  private static final Duration END_LIMIT = Duration.ofMinutes(2);

  /** Of operations that begin at set times: one client library takes no more, by default. */
  private static final int MOST_UNANSWERED = 4_096;

  private static final double NANOS = 1e9;
  private static final Mix BOTH = new Mix(50);

  private final OpsTarget target;
  private final OpsSettings settings;
  private final Consumer<String> progress;
  private final Recording recording = new Recording();

  /**
   * @param progress hears what is done next
   */
  public OpsBench(OpsTarget target, OpsSettings settings, Consumer<String> progress) {
    this.target = target;
    this.settings = settings;
    this.progress = progress;
  }

  /**
   * Runs all.
   *
   * @throws java.util.concurrent.CompletionException if a row cannot be loaded, or clients do not
   *     end
   */
  public List<OpsCase> run() throws InterruptedException {
    ScheduledExecutorService pauses = Executors.newSingleThreadScheduledExecutor();
    try {
      progress.accept("loading " + settings.keys().rows() + " rows");
      Loader.load(target.loader(), settings.keys(), settings.seed());
      warmUp(pauses);
      List<OpsCase> cases = new ArrayList<>();
      for (Mix mix : settings.mixes()) {
        for (int clients : settings.clients()) {
          progress.accept("measuring " + mix + " with " + clients + " clients");
          cases.add(measure(mix, clients, 0, loop(mix, clients, pauses)));
        }
        for (int rate : settings.rates()) {
          progress.accept("measuring " + mix + " at " + rate + " operations a second");
          cases.add(measure(mix, 0, rate, loop(mix, rate)));
        }
      }
      return cases;
    } finally {
      pauses.shutdown();
    }
  }

  private void warmUp(ScheduledExecutorService pauses) throws InterruptedException {
    progress.accept("warming up for " + settings.warmUp().toSeconds() + " s");
    Load loop = loop(BOTH, settings.mostClients(), pauses);
    loop.start();
    Thread.sleep(settings.warmUp().toMillis());
    end(loop);
  }

  private static void end(Load loop) {
    loop.stop().orTimeout(END_LIMIT.toSeconds(), TimeUnit.SECONDS).join();
  }

  private Load loop(Mix mix, int clients, ScheduledExecutorService pauses) {
    return new ClosedLoop(
        target.stores(), clients, settings.keys(), mix, recording, pauses, settings.seed());
  }

  private Load loop(Mix mix, int rate) {
    return new OpenLoop(
        target.stores(), rate, MOST_UNANSWERED, settings.keys(), mix, recording, settings.seed());
  }

  private OpsCase measure(Mix mix, int clients, int rate, Load loop) throws InterruptedException {
    loop.start();
    Thread.sleep(settings.settle().toMillis());
    Map<Integer, Double> syncsBefore = target.syncs();
    Usage before = target.usage();
    recording.take();
    long start = System.nanoTime();
    Map<Integer, Long> resident = watchMemory(start + settings.measure().toNanos());
    Recording.Taken taken = recording.take();
    long nanos = System.nanoTime() - start;
    Usage after = target.usage();
    Map<Integer, Double> syncsAfter = target.syncs();
    end(loop);
    long operations = taken.all().getTotalCount();
    return new OpsCase(
        mix.toString(),
        clients,
        rate,
        nanos / NANOS,
        Latency.of(taken.all()),
        Latency.of(taken.reads()),
        Latency.of(taken.writes()),
        taken.errors(),
        costs(before, after, syncsBefore, syncsAfter, resident, operations),
        each(after.client().cpuMicros() - before.client().cpuMicros(), operations));
  }

  /** Waits; gives the most memory of each node meanwhile. */
  private Map<Integer, Long> watchMemory(long end) throws InterruptedException {
    Map<Integer, Long> most = new HashMap<>();
    long left = end - System.nanoTime();
    while (left > 0) {
      Thread.sleep(Duration.ofNanos(Math.min(left, LOOK.toNanos())).toMillis() + 1);
      target
          .usage()
          .nodes()
          .forEach((node, usage) -> most.merge(node, usage.residentBytes(), Math::max));
      left = end - System.nanoTime();
    }
    return most;
  }

  /** Of the nodes that were there before and after. */
  private static List<NodeCost> costs(
      Usage before,
      Usage after,
      Map<Integer, Double> syncsBefore,
      Map<Integer, Double> syncsAfter,
      Map<Integer, Long> resident,
      long operations) {
    List<NodeCost> costs = new ArrayList<>();
    new TreeMap<>(after.nodes())
        .forEach(
            (node, now) -> {
              ProcessUsage then = before.nodes().get(node);
              if (then != null) {
                costs.add(
                    new NodeCost(
                        node,
                        each(now.cpuMicros() - then.cpuMicros(), operations),
                        Math.max(now.residentBytes(), resident.getOrDefault(node, 0L)),
                        now.writtenBytes() - then.writtenBytes(),
                        difference(node, syncsBefore, syncsAfter)));
              }
            });
    return costs;
  }

  private static double difference(
      int node, Map<Integer, Double> before, Map<Integer, Double> after) {
    return before.containsKey(node) && after.containsKey(node)
        ? after.get(node) - before.get(node)
        : -1;
  }

  private static double each(long micros, long operations) {
    return operations == 0 ? Double.NaN : (double) micros / operations;
  }
}
