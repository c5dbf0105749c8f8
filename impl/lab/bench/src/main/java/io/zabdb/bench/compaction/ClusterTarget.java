package io.zabdb.bench.compaction;

import io.zabdb.bench.cluster.Leader;
import io.zabdb.bench.cluster.Nodes;
import io.zabdb.bench.cluster.OwnCluster;
import io.zabdb.bench.cluster.TestCluster;
import io.zabdb.bench.load.BenchStore;
import io.zabdb.bench.load.ClientStore;
import io.zabdb.bench.machine.Metrics;
import io.zabdb.bench.machine.Proc;
import io.zabdb.bench.machine.ProcessUsage;
import io.zabdb.bench.quota.Quota;
import io.zabdb.bench.quota.Quotas;
import io.zabdb.bench.tasks.StoreLog;
import io.zabdb.client.ZabClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Processes on this machine, each under a quota. */
final class ClusterTarget implements CompactionTarget {

  private static final String TRANSFERS = "zabdb_transfers_total";
  private static final long POLL_MILLIS = 20;
  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** Nodes that compact under a quota may answer late, but who leads is asked again in a moment. */
  private static final Duration OBSERVER_TIMEOUT = Duration.ofSeconds(1);

  private final Proc proc = new Proc();
  private final List<ZabClient> clients = new ArrayList<>();
  private final List<Long> processes = new ArrayList<>();
  private final OwnCluster own;
  private final TestCluster cluster;
  private final Quotas quotas;
  private final ZabClient observer;
  private final Nodes nodes;
  private final List<Integer> ids;

  /**
   * @param own closed with this
   * @param connections each is a client with an event loop of its own
   */
  ClusterTarget(OwnCluster own, Quota quota, int connections) throws IOException {
    this.own = own;
    cluster = own.cluster();
    ids = IntStream.range(0, cluster.addresses().size()).boxed().toList();
    for (int node : ids) {
      processes.add(cluster.process(node));
    }
    for (int i = 0; i < connections; i++) {
      clients.add(ZabClient.builder().nodes(cluster.addresses()).threads(1).build());
    }
    observer =
        ZabClient.builder().nodes(cluster.addresses()).threads(1).timeout(OBSERVER_TIMEOUT).build();
    nodes = new Nodes(observer);
    quotas = new Quotas(quota);
  }

  @Override
  public int nodes() {
    return ids.size();
  }

  @Override
  public List<BenchStore> stores() {
    return clients.stream().<BenchStore>map(ClientStore::new).toList();
  }

  @Override
  public void awaitInSync() throws IOException, InterruptedException {
    nodes.awaitInSync(ids, LIMIT);
  }

  @Override
  public void lead(int node) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (nodes.leader(ids).orElse(-1) != node) {
      if (System.nanoTime() - deadline > 0) {
        throw new IOException("node " + node + " did not lead after " + LIMIT.toSeconds() + " s");
      }
      nodes.transfer(OptionalInt.of(node));
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  @Override
  public Optional<String> limit() {
    List<Path> folders = ids.stream().map(cluster::data).toList();
    return quotas.limit(processes, folders);
  }

  @Override
  public String limits() {
    return quotas.describe();
  }

  @Override
  public Optional<Leader> leader(int first) {
    List<Integer> order = new ArrayList<>(List.of(first));
    ids.stream().filter(id -> id != first).forEach(order::add);
    return nodes.leadership(order);
  }

  @Override
  public int groups() {
    return nodes.status(ids.get(0)).getReplicasCount();
  }

  @Override
  public Set<Integer> leading() {
    return nodes.leading(ids);
  }

  @Override
  public Usage usage() throws IOException {
    List<Long> written =
        processes.stream()
            .map(process -> proc.usage(process).map(ProcessUsage::writtenBytes).orElse(0L))
            .toList();
    double transfers = 0;
    for (int node : ids) {
      transfers += Metrics.fetch(cluster.metrics().get(node)).sum(TRANSFERS).orElse(0.0);
    }
    return new Usage(quotas.use(), written, Math.round(transfers));
  }

  @Override
  public StoreLog log(int node) throws IOException {
    return StoreLog.read(cluster.data(node));
  }

  @Override
  public void close() {
    clients.forEach(ZabClient::close);
    observer.close();
    // Without quotas the processes end faster.
    quotas.close();
    own.close();
  }
}
