package io.zabdb.faults.hold;

import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.process.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Troubles a cluster for a while, and compares what clients that behave get done with what they got
 * done before it, in the same run.
 */
public final class HoldRun {

  /**
   * What came of it.
   *
   * @param name of the hold
   * @param before operations a second of clients that behave, alone
   * @param meanwhile the same during the hold
   * @param failed operations of these clients that failed during the hold
   * @param asked how often the hold asked for something
   */
  public record Outcome(String name, double before, double meanwhile, long failed, long asked) {

    /** How much of their throughput clients kept. */
    public double kept() {
      return meanwhile / before;
    }

    @Override
    public String toString() {
      return String.format(
          "%-40s %9.0f/s alone %9.0f/s meanwhile (%3.0f%%), %d failed; %d requests of the hold",
          name, before, meanwhile, 100 * kept(), failed, asked);
    }
  }

  /** Heap of each node, in MiB; the rest of the machine's memory is as {@code up} gives it. */
  public static final int HEAP_MIB = 256;

  private static final long LOOK_MILLIS = 200;

  private final Cluster cluster;
  private final Site site;
  private final List<Hold> holds;

  /** A run of these holds, at once, on a cluster that serves. */
  public HoldRun(Cluster cluster, List<Hold> holds) throws Exception {
    this.cluster = cluster;
    this.holds = List.copyOf(holds);
    site = new Site(cluster);
  }

  /** Three nodes as they are by default, in heaps of so many MiB. */
  public static ClusterSpec spec(int heapMib) {
    return ClusterSpec.three()
        .withMachine("-Xmx" + heapMib + "m", "-Xmn48m", "-XX:MaxDirectMemorySize=96m")
        .with("max-request", "8MiB")
        .with("log-segment", "32MiB")
        .with("log-preallocate", "1MiB")
        .with("checkpoint-interval", "32MiB")
        .with("cache", "96MiB")
        .with("memtables", "64MiB")
        .with("tree-memtable", "48MiB")
        .with("store-file", "32MiB");
  }

  /**
   * Runs them.
   *
   * @param alone how long clients that behave are measured before
   * @param trouble how long the holds last
   * @throws AssertionError if a node ends, or a hold did nothing
   */
  public Outcome run(Duration alone, Duration trouble) throws Exception {
    for (Hold hold : holds) {
      hold.prepare(site);
    }
    List<Long> processes = processes();
    String name = String.join(" + ", holds.stream().map(Hold::name).toList());
    GoodClients clients = new GoodClients(site);
    AtomicLong asked = new AtomicLong();
    Troubles troubles = new Troubles(asked);
    try {
      Waiting.until("clients that are served", () -> clients.done() > 100);
      double before = rate(clients, alone, processes);
      long failed = clients.failed();
      troubles.start();
      double meanwhile = rate(clients, trouble, processes);
      troubles.check();
      if (asked.get() == 0) {
        throw new AssertionError(name + ": nothing was asked, this proves nothing");
      }
      checkNoneEnded(processes);
      return new Outcome(name, before, meanwhile, clients.failed() - failed, asked.get());
    } finally {
      troubles.stop();
      clients.stop();
      holds.forEach(Hold::end);
    }
  }

  private List<Long> processes() {
    return cluster.nodes().stream().map(node -> node.process().pid()).toList();
  }

  private double rate(GoodClients clients, Duration span, List<Long> processes) throws Exception {
    long before = clients.done();
    long since = System.nanoTime();
    while (System.nanoTime() - since < span.toNanos()) {
      Thread.sleep(LOOK_MILLIS);
      checkNoneEnded(processes);
      site.look();
    }
    return (clients.done() - before) * 1e9 / (System.nanoTime() - since);
  }

  private void checkNoneEnded(List<Long> processes) throws Exception {
    for (ClusterNode node : cluster.nodes()) {
      if (!node.isRunning() || node.process().pid() != processes.get(node.id())) {
        throw new AssertionError(
            "node " + node.id() + " has ended under " + holds + ":\n" + node.logged());
      }
    }
  }

  /** The threads of all holds. */
  private final class Troubles {

    private final AtomicLong asked;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicReference<Throwable> defect = new AtomicReference<>();
    private volatile boolean stopping;

    Troubles(AtomicLong asked) {
      this.asked = asked;
      for (Hold hold : holds) {
        for (int i = 0; i < hold.threads(); i++) {
          int number = i;
          Thread thread = new Thread(() -> run(hold, number), "hold-" + i);
          threads.add(thread);
        }
      }
    }

    private void run(Hold hold, int number) {
      while (!stopping) {
        try {
          asked.addAndGet(hold.round(site, number));
        } catch (InterruptedException e) {
          return;
        } catch (Exception | Error e) {
          defect.compareAndSet(null, e);
          return;
        }
      }
    }

    void start() {
      threads.forEach(Thread::start);
    }

    void check() {
      if (defect.get() != null) {
        throw new AssertionError("a hold broke down", defect.get());
      }
    }

    void stop() throws InterruptedException {
      stopping = true;
      for (Thread thread : threads) {
        thread.interrupt();
        thread.join();
      }
    }
  }
}
