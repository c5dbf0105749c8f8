package io.zabdb.bench.moves;

import io.zabdb.bench.cluster.TestCluster;
import io.zabdb.bench.error.BenchException;
import io.zabdb.bench.load.BenchStore;
import io.zabdb.bench.load.ClientStore;
import io.zabdb.bench.machine.Proc;
import io.zabdb.bench.machine.ProcessUsage;
import io.zabdb.client.ZabClient;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.Partitions.Partition;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A cluster of two groups on this machine; its first partition moves between them. */
final class ClusterTarget implements MovesTarget, AutoCloseable {

  private static final String SERVING = "SERVING";
  private static final int GROUPS = 2;
  private static final long POLL_MILLIS = 10;
  private static final Duration LIMIT = Duration.ofMinutes(15);

  private final Proc proc = new Proc();
  private final TestCluster cluster;
  private final ZabClient admin;
  private final List<ZabClient> clients = new ArrayList<>();
  private final String partition;

  /** A partition, and where it is. */
  private record Place(int group, Partition partition) {}

  /**
   * @param connections each is a client with an event loop of its own
   * @throws BenchException if there is no partition that serves
   */
  ClusterTarget(TestCluster cluster, int connections) throws BenchException {
    this.cluster = cluster;
    admin = client();
    for (int i = 0; i < connections; i++) {
      clients.add(client());
    }
    partition =
        serving().stream()
            .map(place -> place.partition().getName())
            .sorted()
            .findFirst()
            .orElseThrow(() -> new BenchException("no group serves a partition"));
  }

  private ZabClient client() {
    return ZabClient.builder().nodes(cluster.addresses()).threads(1).build();
  }

  private List<Place> serving() {
    List<Place> places = new ArrayList<>();
    for (int group = 0; group < GROUPS; group++) {
      for (Partition each : ZabClient.await(admin.admin().partitions(group))) {
        if (each.getPhase().equals(SERVING)) {
          places.add(new Place(group, each));
        }
      }
    }
    return places;
  }

  private Optional<Place> place() {
    return serving().stream()
        .filter(place -> place.partition().getName().equals(partition))
        .findFirst();
  }

  private boolean isMoving(int from) {
    return ZabClient.await(admin.admin().moves(from)).getMovesList().stream()
        .anyMatch(move -> move.getPartition().equals(partition));
  }

  @Override
  public List<BenchStore> stores() {
    return clients.stream().<BenchStore>map(ClientStore::new).toList();
  }

  @Override
  public Map<Integer, ProcessUsage> usage() {
    Map<Integer, ProcessUsage> usage = new HashMap<>();
    for (int node = 0; node < cluster.addresses().size(); node++) {
      try {
        Optional<ProcessUsage> taken = proc.usage(cluster.process(node));
        if (taken.isPresent()) {
          usage.put(node, taken.get());
        }
      } catch (IOException e) {
        // It has ended; its figures will be missing.
      }
    }
    return usage;
  }

  @Override
  public long move() throws BenchException, InterruptedException {
    try {
      Place before =
          place().orElseThrow(() -> new BenchException(partition + " is served by no group"));
      int from = before.group();
      int to = GROUPS - 1 - from;
      ZabClient.await(admin.admin().startMove(from, partition, to));
      long deadline = System.nanoTime() + LIMIT.toNanos();
      while (isMoving(from)) {
        if (System.nanoTime() - deadline > 0) {
          throw new BenchException(
              partition + " had not moved after " + LIMIT.toMinutes() + " min");
        }
        Thread.sleep(POLL_MILLIS);
      }
      Place after =
          place().orElseThrow(() -> new BenchException(partition + " is served by no group"));
      if (after.group() != to) {
        throw new BenchException(
            "the move of " + partition + " was given up: './zabdb events' of its files says why");
      }
      return before.partition().getBytes();
    } catch (ZabException e) {
      throw new BenchException("moving " + partition + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    clients.forEach(ZabClient::close);
    admin.close();
  }
}
