package io.zabdb.faults.syncs;

import io.zabdb.bench.load.ClientStore;
import io.zabdb.bench.load.ClosedLoop;
import io.zabdb.bench.load.KeySpace;
import io.zabdb.bench.load.Latency;
import io.zabdb.bench.load.Mix;
import io.zabdb.bench.load.Recording;
import io.zabdb.client.ZabClient;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.network.RelayNetwork;
import io.zabdb.faults.preload.Operation;
import io.zabdb.faults.preload.Preload;
import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/**
 * A cluster of three real processes for each delay, under clients that write as fast as they are
 * answered. For one thread.
 *
 * @param time that is measured, behind as much of a fourth for all to settle
 * @param clients how many; each waits for its answer before it writes again
 * @param valueBytes of each value
 */
record SyncsBench(Duration time, int clients, int valueBytes) {

  private static final long ROWS = 100_000;
  private static final long SEED = 1;
  private static final int SETTLE_SHARE = 4;
  private static final double NANOS = 1e9;

  /** As nodes are by default: what tests make small syncs far more often. */
  private static ClusterSpec spec() {
    return ClusterSpec.three()
        .with("max-request", "8MiB")
        .with("log-segment", "32MiB")
        .with("log-preallocate", "1MiB")
        .with("checkpoint-interval", "32MiB")
        .with("disk-reserve", "256MiB")
        .with("cache", "96MiB")
        .with("memtables", "64MiB")
        .with("tree-memtable", "48MiB")
        .with("store-file", "32MiB")
        .withMachine("-Xmx192m", "-XX:TieredStopAtLevel=4");
  }

  SyncsResult measure(Duration delay) throws Exception {
    Path directory = Files.createTempDirectory("zabdb-syncs");
    ClusterSpec spec = spec();
    List<Preload> preloads = new ArrayList<>();
    try (Cluster cluster = new Cluster(spec, directory, new RelayNetwork(spec.nodes()))) {
      for (ClusterNode node : cluster.nodes()) {
        preloads.add(preload(cluster, node));
      }
      cluster.start();
      return measure(cluster, preloads, delay);
    } finally {
      preloads.forEach(Preload::close);
      DiskFiles.delete(directory);
    }
  }

  private static Preload preload(Cluster cluster, ClusterNode node) throws IOException {
    Preload preload =
        Preload.create(cluster.directory().resolve("preload-" + node.id())).orElseThrow();
    node.setEnvironment(preload.environment());
    return preload;
  }

  private SyncsResult measure(Cluster cluster, List<Preload> preloads, Duration delay)
      throws Exception {
    Recording recording = new Recording();
    ScheduledExecutorService pauses = Executors.newSingleThreadScheduledExecutor();
    try (ZabClient client = cluster.client().build()) {
      ClosedLoop loop =
          new ClosedLoop(
              List.of(new ClientStore(client)),
              clients,
              new KeySpace(ROWS, valueBytes),
              new Mix(100),
              recording,
              pauses,
              SEED);
      loop.start();
      List<Preload.Rule> rules = new ArrayList<>();
      for (ClusterNode node : cluster.nodes()) {
        rules.add(preloads.get(node.id()).slow(Set.of(Operation.SYNC), node.data() + "/*", delay));
      }
      Thread.sleep(time.dividedBy(SETTLE_SHARE).toMillis());
      long epoch = cluster.awaitLeader().replica().getEpoch();
      long syncs = hits(rules);
      recording.take();
      long start = System.nanoTime();
      Thread.sleep(time.toMillis());
      Recording.Taken taken = recording.take();
      double seconds = (System.nanoTime() - start) / NANOS;
      syncs = hits(rules) - syncs;
      long epochs = cluster.awaitLeader().replica().getEpoch() - epoch;
      preloads.forEach(Preload::heal);
      loop.stop().join();
      return new SyncsResult(
          delay.toMillis(),
          taken.writes().getTotalCount() / seconds,
          Latency.of(taken.writes()),
          syncs,
          epochs,
          taken.errors());
    } finally {
      pauses.shutdownNow();
    }
  }

  private static long hits(List<Preload.Rule> rules) {
    return rules.stream().mapToLong(Preload.Rule::hits).sum();
  }
}
