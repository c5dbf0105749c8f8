package io.zabdb.bench.moves;

import io.zabdb.bench.cluster.TestCluster;
import io.zabdb.bench.error.BenchException;
import io.zabdb.bench.load.BenchStore;
import io.zabdb.bench.load.ClientStore;
import io.zabdb.bench.machine.Metrics;
import io.zabdb.bench.machine.Proc;
import io.zabdb.bench.machine.ProcessUsage;
import io.zabdb.client.ZabClient;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.Partitions.Partition;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** A cluster of two groups on this machine; its first partition moves between them. */
final class ClusterTarget implements MovesTarget, AutoCloseable {

  private static final String SERVING = "SERVING";
  private static final String PAUSES = "zabdb_move_pause_seconds_sum";
  private static final double MILLIS_PER_SECOND = 1_000;
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
  public Moved move() throws BenchException, InterruptedException {
    double pausesBefore = pauses();
    long deadline = System.nanoTime() + LIMIT.toNanos();
    Place before = patiently(deadline, () -> place().orElse(null));
    int to = GROUPS - 1 - before.group();
    patiently(deadline, () -> isThere(before.group(), to) ? before : null);
    // A counter begins anew with its process.
    double pause = pauses() - pausesBefore;
    return new Moved(
        before.partition().getBytes(), pause > 0 ? pause * MILLIS_PER_SECOND : Double.NaN);
  }

  /** Of all moves of all groups so far, in seconds, as far as nodes answer. */
  private double pauses() {
    double all = 0;
    for (InetSocketAddress node : cluster.metrics()) {
      try {
        all += Metrics.fetch(node).sum(PAUSES).orElse(0.0);
      } catch (IOException e) {
        // Its moves are missing before, and after.
      }
    }
    return all;
  }

  /** Whether the other group serves it; begins the move, also again, if it is not under way. */
  private boolean isThere(int from, int to) {
    if (isMoving(from)) {
      return false;
    }
    Optional<Place> now = place();
    if (now.isPresent() && now.get().group() == from) {
      ZabClient.await(admin.admin().startMove(from, partition, to));
    }
    return now.isPresent() && now.get().group() == to;
  }

  /** Asks until there is an answer: leaders come and go under load. */
  private Place patiently(long deadline, Supplier<Place> question)
      throws BenchException, InterruptedException {
    String problem = "its group is not known";
    while (System.nanoTime() - deadline < 0) {
      try {
        Place answer = question.get();
        if (answer != null) {
          return answer;
        }
      } catch (ZabException e) {
        if (!e.code().isPassing()) {
          throw new BenchException("moving " + partition + ": " + e.getMessage(), e);
        }
        problem = e.problem();
      }
      Thread.sleep(POLL_MILLIS);
    }
    throw new BenchException(
        partition + " had not moved after " + LIMIT.toMinutes() + " min: " + problem);
  }

  @Override
  public void close() {
    clients.forEach(ZabClient::close);
    admin.close();
  }
}
