package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.conformance.trace.TraceChecker;
import io.zabdb.conformance.trace.TraceMerge;
import io.zabdb.conformance.trace.Verdict;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.process.Waiting;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import io.zabdb.trace.RecordedEvent;
import io.zabdb.trace.Trace;
import io.zabdb.trace.TraceFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What the nodes of clusters recorded while they were killed, cut off, and brought up to date by a
 * checkpoint: behaviours of the spec.
 */
@Timeout(300)
class TraceTest {

  /** Few updates: TLC looks at every step. */
  private static final Load LITTLE =
      Load.USUAL.withClients(2, 1, 1).withPause(Duration.ofMillis(100));

  /** The beginning of a trace is a trace; the time of TLC grows faster than the trace. */
  private static final int MAX_EVENTS = 2_500;

  private static final Path SPECS = Path.of("..", "..", "..", "specs").toAbsolutePath().normalize();

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  @Test
  void kills() throws Exception {
    Cluster cluster = CLUSTERS.start(ClusterSpec.three().withTraces());
    Workload workload = CLUSTERS.use(LITTLE);
    workload.awaitDone(10);
    for (int round = 0; round < 2; round++) {
      ClusterNode leader = cluster.awaitLeader();
      leader.kill();
      workload.awaitDone(10);
      leader.start();
      leader.awaitReady();
      workload.awaitDone(5);
    }
    cluster.killAll();
    cluster.startNodes();
    Trace trace = merged("kills", cluster, workload);
    assertTrue(has(trace, event -> event.is("Restart")));
    accepted(trace);
  }

  @Test
  void partitions() throws Exception {
    Cluster cluster = CLUSTERS.start(ClusterSpec.three().withTraces());
    Workload workload = CLUSTERS.use(LITTLE);
    workload.awaitDone(10);
    for (int round = 0; round < 2; round++) {
      ClusterNode old = cluster.awaitLeader();
      for (ClusterNode other : cluster.others(old)) {
        cluster.network().separate(old.id(), other.id());
      }
      cluster.awaitLeaderOtherThan(old);
      workload.awaitDone(10);
      cluster.network().heal();
      old.awaitReady();
    }
    Trace trace = merged("partitions", cluster, workload);
    assertTrue(has(trace, event -> event.is("Disconnect")));
    accepted(trace);
  }

  @Test
  void checkpoints() throws Exception {
    Cluster cluster =
        CLUSTERS.start(ClusterSpec.three().withTraces().with("checkpoint-interval", "256KiB"));
    Workload workload = CLUSTERS.use(LITTLE.withClients(1, 1, 1).withRows(60_000));
    workload.awaitDone(5);
    ClusterNode follower = cluster.awaitFollower();
    long had = follower.replica().getLogLength();
    follower.kill();
    Waiting.until(
        "purged logs",
        cluster::describe,
        () ->
            cluster.others(follower).stream()
                .allMatch(node -> node.replica().getCheckpoint() > had));
    // A node may take long to start: what clients do meanwhile would push the checkpoint out of
    // the part of the trace that is looked at.
    workload.stop();
    follower.start();
    follower.awaitReady();
    Workload more = CLUSTERS.use(LITTLE.withClients(1, 1, 1));
    more.awaitDone(5);
    Trace trace = merged("checkpoints", cluster, more);
    assertTrue(has(trace, event -> event.message() != null && isCheckpoint(event)));
    accepted(trace);
  }

  @Test
  void compactionsAndTransfers() throws Exception {
    Cluster cluster = CLUSTERS.start(ClusterSpec.three().withTraces().withHeavyCompactions());
    Workload workload = CLUSTERS.use(LITTLE.withClients(1, 1, 1).withRows(60_000));
    workload.awaitDone(5);
    ClusterNode old = cluster.awaitLeader();
    cluster.nodes().forEach(cluster::compact);
    Waiting.until(
        "another leader",
        cluster::describe,
        () -> {
          cluster.transfer();
          return cluster.leader().filter(leader -> leader != old).isPresent();
        });
    ClusterNode leader = cluster.awaitLeader();
    leader.kill();
    workload.awaitDone(10);
    leader.start();
    leader.awaitReady();
    Trace trace = merged("compactions", cluster, workload);
    assertTrue(has(trace, event -> event.is("StepDown") || event.is("Disconnect")));
    accepted(trace);
  }

  private static boolean isCheckpoint(RecordedEvent event) {
    return event.message().mode().equals("SNAP");
  }

  private static boolean has(Trace trace, Predicate<RecordedEvent> kind) {
    return trace.events().stream().anyMatch(kind);
  }

  /**
   * Stops all in order, so that each file ends with a whole line, and merges what it began with.
   */
  private static Trace merged(String name, Cluster cluster, Workload workload) throws Exception {
    workload.awaitDone(5);
    workload.stop();
    cluster.stopNodes();
    List<Trace> traces = new ArrayList<>();
    for (ClusterNode node : cluster.nodes()) {
      traces.add(TraceFile.read(node.trace()));
    }
    cluster.startNodes();
    Trace whole = TraceMerge.merge(name, traces);
    int events = Math.min(MAX_EVENTS, whole.events().size());
    return new Trace(whole.name(), whole.servers(), whole.events().subList(0, events));
  }

  private static void accepted(Trace trace) throws Exception {
    long start = System.nanoTime();
    List<Verdict> verdicts = new TraceChecker(SPECS, 1).check(List.of(trace));
    System.out.printf(
        "trace %s: %d events, %.1f s%n",
        verdicts.get(0), trace.events().size(), (System.nanoTime() - start) / 1e9);
    assertEquals(List.of(), verdicts.stream().filter(verdict -> !verdict.accepted()).toList());
  }
}
