package io.zabdb.faults.torture;

import io.zabdb.faults.check.Evidence;
import io.zabdb.faults.check.Histories;
import io.zabdb.faults.check.Replicas;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.process.Waiting;
import io.zabdb.faults.torture.strike.Blow;
import io.zabdb.faults.torture.strike.Strike;
import io.zabdb.faults.torture.strike.Victim;
import io.zabdb.faults.workload.Workload;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * Strikes at one cluster, one after the other, and what is checked after each and in the end: no
 * process has ended that was not meant to, all nodes serve again, nothing that was acknowledged is
 * lost, nothing is done twice, what clients saw is linearizable, the replicas are equal. For one
 * thread.
 */
final class Round {

  /** As many clients must have succeeded before a strike, and after it. */
  private static final int SUCCESSES = 30;

  private static final int MIN_MILLIS = 500;
  private static final int MAX_MILLIS = 2_500;

  private final Victim victim;
  private final Cluster cluster;
  private final Workload workload;

  Round(Victim victim) {
    this.victim = victim;
    cluster = victim.cluster();
    workload = victim.workload();
  }

  /** One strike at a cluster that serves, until it serves again. */
  StrikeResult strike(Strike strike) throws Exception {
    workload.awaitDone(SUCCESSES);
    Map<ClusterNode, Long> before = processes();
    long successes = workload.done();
    long epoch = epoch();
    long since = System.nanoTime();
    Blow blow = strike.begin(victim);
    Duration took = Duration.ofNanos(System.nanoTime() - since);
    // A while of the fault itself, and of clients that live with it: there is nothing to wait for.
    Thread.sleep(victim.random().nextInt(MIN_MILLIS, MAX_MILLIS));
    successes = workload.done() - successes;
    since = System.nanoTime();
    blow.undo().run();
    recover(before, blow, strike);
    Duration recovery = Duration.ofNanos(System.nanoTime() - since);
    long epochs = epoch() - epoch;
    return new StrikeResult(strike.name(), blow.effect(), took, successes, epochs, recovery);
  }

  private long epoch() throws Exception {
    return cluster.awaitLeader().replica().getEpoch();
  }

  private Map<ClusterNode, Long> processes() {
    Map<ClusterNode, Long> processes = new TreeMap<>((a, b) -> a.id() - b.id());
    cluster.nodes().forEach(node -> processes.put(node, node.process().pid()));
    return processes;
  }

  /** Starts who was meant to end, and waits until all serve; nobody else may have ended. */
  private void recover(Map<ClusterNode, Long> before, Blow blow, Strike strike) throws Exception {
    for (ClusterNode node : cluster.nodes()) {
      if (blow.mayEnd().contains(node)) {
        // Whether it has to end at all is for the strike to say; who ends may take a moment.
        awaitReadyOrEnded(node);
        if (!node.isRunning()) {
          node.start();
        }
      }
    }
    for (ClusterNode node : cluster.nodes()) {
      node.awaitReady();
      boolean same = node.process().pid() == before.get(node);
      if (!same && !blow.mayEnd().contains(node)) {
        throw new AssertionError(
            "node " + node.id() + " has ended, and should not: " + strike.name());
      }
    }
    workload.awaitDone(SUCCESSES);
  }

  private static void awaitReadyOrEnded(ClusterNode node) throws Exception {
    Waiting.until(
        "a node " + node.id() + " that is ready, or has ended",
        () -> !node.isRunning() || node.isReady());
  }

  /** Which nodes do not run, and how they have ended; empty if all run. */
  String ended() throws InterruptedException {
    StringBuilder text = new StringBuilder();
    for (ClusterNode node : cluster.nodes()) {
      if (!node.isRunning()) {
        int exit = node.process().awaitExit(Duration.ZERO);
        text.append("node ").append(node.id()).append(" has ended with ").append(exit).append("; ");
      }
    }
    return text.toString();
  }

  /** All that must hold in the end. */
  void check(Path evidence) throws Exception {
    workload.awaitDone(SUCCESSES);
    workload.stop();
    workload.checkInTheEnd();
    Histories.check(workload.history(), evidence);
    new Replicas(cluster).checkEqual();
  }

  /** Keeps what explains a failure. */
  void keepEvidence(Path evidence, Throwable failure) throws Exception {
    Evidence.collect(cluster, evidence);
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text, true));
    Files.writeString(evidence.resolve("failure.txt"), text.toString());
  }
}
