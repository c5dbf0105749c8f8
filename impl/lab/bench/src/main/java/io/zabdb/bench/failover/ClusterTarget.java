package io.zabdb.bench.failover;

import io.zabdb.bench.cluster.Nodes;
import io.zabdb.bench.cluster.TestCluster;
import io.zabdb.bench.load.BenchStore;
import io.zabdb.bench.load.ClientStore;
import io.zabdb.client.ZabClient;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** A cluster of processes on this machine. */
final class ClusterTarget implements FailoverTarget, AutoCloseable {

  private static final long POLL_MILLIS = 20;
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final TestCluster cluster;
  private final Signals signals = new Signals();
  private final List<ZabClient> clients = new ArrayList<>();

  /** Asks how the nodes do, apart from those that are measured. */
  private final ZabClient observer;

  private final Nodes nodes;
  private final List<Integer> ids;

  /** The process to which it was done, or -1. */
  private long struck = -1;

  /**
   * @param count of clients, each with connections of its own
   */
  ClusterTarget(TestCluster cluster, int count) throws IOException {
    this.cluster = cluster;
    ids = IntStream.range(0, cluster.addresses().size()).boxed().toList();
    for (int i = 0; i < count; i++) {
      clients.add(client());
    }
    observer = client();
    nodes = new Nodes(observer);
  }

  private ZabClient client() {
    return ZabClient.builder().nodes(cluster.addresses()).threads(1).build();
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
  public long strike(Fault fault) throws IOException, InterruptedException {
    OptionalInt leader = nodes.leader(ids);
    if (leader.isEmpty()) {
      throw new IOException("no node leads");
    }
    struck = cluster.process(leader.getAsInt());
    return switch (fault) {
      case kill -> signals.send("KILL", struck);
      case stop -> signals.send("STOP", struck);
      case transfer -> {
        long before = System.nanoTime();
        while (!nodes.transfer(OptionalInt.empty())) {
          TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
          before = System.nanoTime();
        }
        yield before;
      }
    };
  }

  @Override
  public void heal(Fault fault) throws IOException, InterruptedException {
    switch (fault) {
      case kill -> {
        awaitEnd(struck);
        cluster.startMissing();
      }
      case stop -> signals.send("CONT", struck);
      case transfer -> {
        // Nothing is broken.
      }
    }
    struck = -1;
  }

  private static void awaitEnd(long pid) {
    ProcessHandle.of(pid).ifPresent(process -> process.onExit().join());
  }

  @Override
  public void close() throws IOException {
    clients.forEach(ZabClient::close);
    observer.close();
    if (struck >= 0) {
      // A process that is stopped would not end when asked to.
      ProcessHandle.of(struck).ifPresent(ProcessHandle::destroyForcibly);
    }
    signals.close();
  }
}
