package io.zabdb.bench.growth;

import io.zabdb.balance.load.HitMeters;
import io.zabdb.bench.cluster.OwnCluster;
import io.zabdb.bench.cluster.OwnClusterOptions;
import io.zabdb.bench.cluster.TestClusters;
import io.zabdb.bench.error.BenchException;
import io.zabdb.bench.load.KeySpace;
import io.zabdb.bench.load.RowChoice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** Stores of node processes on this machine, each begun anew, with three nodes. */
public final class RealGrowth {

  /**
   * Four groups at the beginning; each node has room for as many more, of nodes that come. Trees
   * are so small that they have files, as those of a store do that is a thousand times as large.
   */
  private static final Map<String, String> OPTIONS =
      Map.of("groups", "4", "max-groups", "12", "tree-memtable", "1MiB", "store-file", "1MiB");

  private static final double READS = 0.95;
  private static final double WRITES = 1 - READS;
  private static final double FOLLOWER_SHARE = 0.25;

  private final TestClusters clusters;
  private final OwnClusterOptions own;
  private final RealSettings settings;
  private final Consumer<String> progress;

  /**
   * @param progress hears what is done next, and what the balancer does
   */
  public RealGrowth(
      TestClusters clusters,
      OwnClusterOptions own,
      RealSettings settings,
      Consumer<String> progress) {
    this.clusters = clusters;
    this.own = own;
    this.settings = settings;
    this.progress = progress;
  }

  /** Does something with a new store. */
  private interface Work<T> {
    T with(GrowthBench bench) throws BenchException, InterruptedException;
  }

  private <T> T start(RowChoice choice, Work<T> work)
      throws IOException, InterruptedException, BenchException {
    progress.accept("starting " + RealSettings.FOUNDERS + " nodes");
    RealSettings chosen =
        settings.with(new KeySpace(settings.keys().rows(), settings.keys().valueBytes(), choice));
    try (OwnCluster cluster =
            own.start(clusters, RealSettings.FOUNDERS, OPTIONS, OwnCluster.Preparation.NONE);
        ClusterGrowth store =
            new ClusterGrowth(
                cluster.cluster(),
                nodeHits(),
                settings,
                line -> progress.accept("balancer: " + line))) {
      return work.with(new GrowthBench(store, chosen, GrowthLimits.USUAL, progress));
    }
  }

  /** So many that the usual clients ask half of what the first nodes can do. */
  private double nodeHits() {
    double lead = READS * HitMeters.READ_WEIGHT + WRITES;
    double follow = (RealSettings.FOUNDERS - 1) * FOLLOWER_SHARE * WRITES;
    return 2 * settings.perSecond() * (lead + follow) / RealSettings.FOUNDERS;
  }

  /**
   * Loads a store, has it split, and has it grow.
   *
   * @param choice of the rows that clients ask for, by how many there are
   * @return a step for each node that came
   * @throws BenchException if it does not come to what is to be measured
   * @throws IOException if nodes cannot be started
   */
  public List<NodeStep> grow(LongFunction<RowChoice> choice)
      throws IOException, InterruptedException, BenchException {
    return start(
        choice.apply(settings.keys().rows()),
        bench -> {
          bench.load();
          bench.split(settings.mostBytes());
          return bench.grow();
        });
  }

  /**
   * Loads a store, and has it split to one greatest size after the other.
   *
   * @param sizes falling
   * @return the bytes of each partition, for each size
   * @throws BenchException if it is not split in time
   * @throws IOException if nodes cannot be started
   */
  public List<List<Long>> split(List<Long> sizes)
      throws IOException, InterruptedException, BenchException {
    return start(
        RowChoice.uniform(settings.keys().rows()),
        bench -> {
          bench.load();
          List<List<Long>> all = new ArrayList<>();
          for (long most : sizes) {
            all.add(bench.split(most));
          }
          return all;
        });
  }
}
