package io.zabdb.bench.growth;

import io.zabdb.balancer.HeldPartitions;
import io.zabdb.bench.cluster.TestCluster;
import io.zabdb.bench.error.BenchException;
import io.zabdb.bench.growth.StorePlaces.PlacedPartition;
import io.zabdb.bench.load.ClientStore;
import io.zabdb.bench.load.LoadStore;
import io.zabdb.bench.machine.Metrics;
import io.zabdb.bench.machine.Proc;
import io.zabdb.bench.machine.ProcessUsage;
import io.zabdb.client.ZabClient;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.Partitions.Partition;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A cluster on this machine that grows. For one thread, but for its clients. */
final class ClusterGrowth implements GrowingStore, AutoCloseable {

  private static final String REQUESTS = "zabdb_requests_seconds_count";
  private static final List<String> KINDS = List.of("kind=\"get\"", "kind=\"update\"");
  private static final String ANSWERED = "outcome=\"ok\"";
  private static final double MICROS = 1e6;

  private static final int CONNECTIONS = 2;
  private static final long POLL_MILLIS = 50;
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final Proc proc = new Proc();
  private final TestCluster cluster;
  private final ZabClient admin;
  private final ZabClient loader;
  private final List<ZabClient> clients = new ArrayList<>();
  private final StoreRounds rounds;

  /**
   * The nodes of each group, as they were told last: whoever tells may have begun a moment ago, and
   * not know all. None ends here.
   */
  private final Map<Integer, Set<Integer>> groups = new TreeMap<>();

  /**
   * @param nodeHits weighted hits a second that a node can serve
   * @param told hears what the balancer does
   */
  ClusterGrowth(
      TestCluster cluster, double nodeHits, RealSettings settings, Consumer<String> told) {
    this.cluster = cluster;
    admin = client();
    loader = ZabClient.builder().nodes(cluster.addresses()).threads(1).timeout(LIMIT).build();
    for (int i = 0; i < CONNECTIONS; i++) {
      clients.add(client());
    }
    rounds = new StoreRounds(admin, nodeHits, settings, told);
  }

  private ZabClient client() {
    return ZabClient.builder().nodes(cluster.addresses()).threads(1).build();
  }

  @Override
  public List<LoadStore> stores() {
    return clients.stream().<LoadStore>map(ClientStore::new).toList();
  }

  @Override
  public LoadStore loader() {
    return new ClientStore(loader);
  }

  /** Leaders come and go, and groups begin: asked until all have told. */
  @Override
  public StorePlaces places() throws BenchException, InterruptedException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (true) {
      try {
        return ask();
      } catch (ZabException e) {
        if (System.nanoTime() - deadline > 0) {
          throw new BenchException("the store does not tell what it has: " + e.getMessage(), e);
        }
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private StorePlaces ask() {
    for (GroupInfo group : ZabClient.await(admin.admin().ring()).groups()) {
      groups.put(group.id(), Set.copyOf(group.nodes()));
    }
    Map<String, PlacedPartition> partitions = new HashMap<>();
    Map<String, Long> moves = new HashMap<>();
    for (int group : groups.keySet()) {
      for (Partition each : ZabClient.await(admin.admin().partitions(group))) {
        // Whoever got it later has it, if two say so.
        if (HeldPartitions.isOwned(each)
            && moves.getOrDefault(each.getName(), -1L) < each.getMove()) {
          moves.put(each.getName(), each.getMove());
          partitions.put(each.getName(), new PlacedPartition(group, each.getBytes()));
        }
      }
    }
    return new StorePlaces(groups, partitions);
  }

  @Override
  public int addNode() throws BenchException {
    try {
      return cluster.startSpare();
    } catch (IOException e) {
      throw new BenchException("one node more: " + e.getMessage(), e);
    }
  }

  @Override
  public boolean answers(int node) {
    try {
      return ZabClient.await(admin.admin().ring()).nodes().stream()
              .anyMatch(each -> each.id() == node)
          && ZabClient.await(admin.admin().status(node)).getSpare();
    } catch (ZabException e) {
      return false;
    }
  }

  @Override
  public RoundEnd balance(long mostBytes, RoundStep step)
      throws BenchException, InterruptedException {
    return rounds.round(mostBytes, step);
  }

  @Override
  public List<NodeUse> use() throws BenchException {
    List<NodeUse> all = new ArrayList<>();
    try {
      for (int node = 0; node < cluster.addresses().size(); node++) {
        Metrics metrics = Metrics.fetch(cluster.metrics().get(node));
        double requests = 0;
        for (String kind : KINDS) {
          requests += metrics.sum(REQUESTS, kind, ANSWERED).orElse(0.0);
        }
        ProcessUsage taken =
            proc.usage(cluster.process(node))
                .orElseThrow(() -> new IOException("the system does not tell of processes"));
        all.add(new NodeUse(requests, taken.cpuMicros() / MICROS));
      }
    } catch (IOException e) {
      throw new BenchException("what nodes do: " + e.getMessage(), e);
    }
    return all;
  }

  @Override
  public String lately() {
    return rounds.lately();
  }

  @Override
  public void close() {
    clients.forEach(ZabClient::close);
    loader.close();
    admin.close();
  }
}
