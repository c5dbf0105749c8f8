package io.zabdb.bench.growth;

import io.zabdb.bench.error.BenchException;
import io.zabdb.bench.growth.GrowingStore.RoundEnd;
import io.zabdb.bench.growth.StorePlaces.PlacedPartition;
import io.zabdb.bench.load.Loader;
import io.zabdb.scale.elastic.GrowthStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Loads a store, has it split, and has it grow node by node under clients (ElasCass, section 5).
 * The next node comes when nothing has changed its place for a while. Every wait has a limit. For
 * one thread.
 */
public final class GrowthBench {

  private static final long ROUND_MILLIS = 250;
  private static final double NANOS = 1e9;

  private final GrowingStore store;
  private final RealSettings settings;
  private final GrowthLimits limits;
  private final Consumer<String> progress;

  /**
   * @param progress hears what is done next
   */
  GrowthBench(
      GrowingStore store, RealSettings settings, GrowthLimits limits, Consumer<String> progress) {
    this.store = store;
    this.settings = settings;
    this.limits = limits;
    this.progress = progress;
  }

  /**
   * Writes all rows.
   *
   * @throws java.util.concurrent.CompletionException if one cannot be written
   */
  void load() throws InterruptedException {
    progress.accept("loading " + settings.keys().rows() + " rows");
    Loader.load(store.loader(), settings.keys(), settings.seed());
  }

  /**
   * Waits until the balancer has split what is too large.
   *
   * @param mostBytes a partition is split beyond
   * @return the bytes of each partition
   * @throws BenchException if it does not in time
   */
  List<Long> split(long mostBytes) throws BenchException, InterruptedException {
    progress.accept("splitting partitions of more than " + mostBytes + " bytes");
    long deadline = System.nanoTime() + limits.split().toNanos();
    while (true) {
      store.balance(mostBytes, () -> {});
      List<Long> sizes =
          store.places().partitions().values().stream().map(PlacedPartition::bytes).toList();
      if (sizes.stream().allMatch(bytes -> bytes <= mostBytes)) {
        progress.accept(sizes.size() + " partitions");
        return sizes;
      }
      pause(deadline, "partitions of at most " + mostBytes + " bytes");
    }
  }

  /**
   * Grows to as many nodes as the settings say.
   *
   * @return a step for each node that came
   * @throws BenchException if one does not come to serve anything, or clients have no success
   */
  List<NodeStep> grow() throws BenchException, InterruptedException {
    List<NodeStep> steps = new ArrayList<>();
    try (GrowthClients clients = new GrowthClients(store.stores(), settings)) {
      progress.accept("clients begin");
      long began = System.nanoTime();
      settle(new PlaceWatch(store.places(), RealSettings.FOUNDERS, began), began);
      for (int nodes = RealSettings.FOUNDERS; nodes < settings.nodes(); nodes++) {
        steps.add(step(clients));
      }
    }
    return steps;
  }

  private NodeStep step(GrowthClients clients) throws BenchException, InterruptedException {
    StorePlaces before = store.places();
    clients.take();
    long started = System.nanoTime();
    int node = store.addNode();
    progress.accept("node " + node + " starts");
    while (!store.answers(node)) {
      pause(started + limits.answer().toNanos(), "an answer of node " + node);
    }
    double joined = (System.nanoTime() - started) / NANOS;
    PlaceWatch watch = new PlaceWatch(before, node, started);
    awaitServing(watch, node, started);
    boolean settled = settle(watch, started);
    progress.accept(
        settled ? "nothing moves any more" : "something still moves: going on all the same");
    ServedLoad during = successful(clients.take());
    List<NodeUse> first = store.use();
    Thread.sleep(settings.measure().toMillis());
    List<NodeUse> last = store.use();
    ServedLoad after = successful(clients.take());
    List<Double> requests = new ArrayList<>();
    List<Double> processors = new ArrayList<>();
    for (int i = 0; i <= node; i++) {
      requests.add((last.get(i).requests() - first.get(i).requests()) / after.seconds());
      processors.add((last.get(i).cpuSeconds() - first.get(i).cpuSeconds()) / after.seconds());
    }
    GrowthStep growth = watch.step(settled, requests);
    progress.accept(
        String.format(
            Locale.ROOT,
            "node %d served after %.1f s; %.2f of its share moved; imbalance of bytes %.2f, of"
                + " requests %.2f",
            node,
            growth.serveSeconds(),
            growth.movedOfBalance(),
            growth.bytesImbalance(),
            growth.workImbalance()));
    return new NodeStep(
        growth,
        joined,
        processors,
        during,
        after,
        successful(clients.most(GrowthClients.WRITES)),
        successful(clients.most(GrowthClients.READS)));
  }

  private RoundEnd round(PlaceWatch watch) throws BenchException, InterruptedException {
    RoundEnd end =
        store.balance(settings.mostBytes(), () -> watch.see(store.places(), System.nanoTime()));
    watch.see(store.places(), System.nanoTime());
    return end;
  }

  private void awaitServing(PlaceWatch watch, int node, long started)
      throws BenchException, InterruptedException {
    long deadline = started + settings.unknown().plus(limits.serve()).toNanos();
    while (true) {
      round(watch);
      if (watch.serves()) {
        return;
      }
      pause(deadline, "a partition at node " + node);
    }
  }

  /** Whether nothing moves any more. */
  private boolean settle(PlaceWatch watch, long started)
      throws BenchException, InterruptedException {
    long deadline = started + settings.unknown().plus(limits.settle()).toNanos();
    while (System.nanoTime() - deadline < 0) {
      RoundEnd end = round(watch);
      if (end == RoundEnd.EVEN
          && System.nanoTime() - watch.changed() > settings.quiet().toNanos()) {
        return true;
      }
      Thread.sleep(ROUND_MILLIS);
    }
    return false;
  }

  private void pause(long deadline, String what) throws BenchException, InterruptedException {
    if (System.nanoTime() - deadline > 0) {
      throw new BenchException(
          "waited too long for " + what + "; the balancer said last: " + store.lately());
    }
    Thread.sleep(ROUND_MILLIS);
  }

  private ServedLoad successful(ServedLoad served) throws BenchException {
    if (served.operations() == 0) {
      throw new BenchException(
          "clients had no success for "
              + Math.round(served.seconds())
              + " s; errors: "
              + served.errors());
    }
    return served;
  }
}
