package io.zabdb.faults;

import io.zabdb.faults.check.Evidence;
import io.zabdb.faults.check.Histories;
import io.zabdb.faults.check.Replicas;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.network.ClusterNetwork;
import io.zabdb.faults.network.RelayNetwork;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

/**
 * Gives tests their cluster and their clients, and removes all of that afterwards; of a test that
 * fails it keeps the evidence in {@code target/faults}. Tests of a class that want the same take
 * the cluster over from each other.
 */
final class Clusters
    implements BeforeEachCallback,
        AfterEachCallback,
        AfterAllCallback,
        TestExecutionExceptionHandler {

  private Path directory;
  private Path evidence;
  private ClusterSpec spec;
  private Cluster cluster;
  private Workload workload;

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    evidence =
        Path.of("target", "faults")
            .resolve(context.getRequiredTestClass().getSimpleName())
            .resolve(context.getDisplayName().replaceAll("[^A-Za-z0-9]+", "-"));
    DiskFiles.delete(evidence);
  }

  /** A cluster that serves; it may have been used by another test. */
  Cluster start(ClusterSpec wanted) throws Exception {
    if (cluster == null || !wanted.equals(spec)) {
      create(wanted, new RelayNetwork(wanted.nodes() + wanted.joiners())).start();
    }
    return cluster;
  }

  /** A new cluster of which nothing runs yet. */
  Cluster create(ClusterSpec wanted, ClusterNetwork network) throws IOException {
    remove();
    directory = Files.createTempDirectory("zabdb-faults");
    spec = wanted;
    cluster = new Cluster(wanted, directory, network);
    return cluster;
  }

  /** Clients that use the cluster from now on. */
  Workload use(Load load) {
    return use(load, 1);
  }

  /** Clients that use the cluster from now on. */
  Workload use(Load load, long seed) {
    if (workload != null) {
      workload.close();
    }
    workload = new Workload(cluster, load, seed);
    return workload;
  }

  /**
   * Heals everything, stops the clients, and checks all that must hold in the end: whatever was
   * acknowledged is there, once; what clients saw is linearizable; the replicas are equal.
   */
  void checkAll() throws Exception {
    cluster.network().heal();
    cluster.startNodes();
    workload.awaitDone(20);
    workload.stop();
    System.out.println("workload: " + workload);
    workload.checkInTheEnd();
    Histories.check(workload.history(), evidence);
    new Replicas(cluster).checkEqual();
  }

  Path directory() {
    return directory;
  }

  /** Keeps a text beside the evidence of a failure. */
  void keep(String name, String text) throws IOException {
    Files.createDirectories(evidence);
    Files.writeString(evidence.resolve(name), text);
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable failure)
      throws Throwable {
    if (cluster != null && !(failure instanceof TestAbortedException)) {
      Evidence.collect(cluster, evidence);
      failure.addSuppressed(new AssertionError("evidence is in " + evidence.toAbsolutePath()));
      System.out.println("evidence of " + context.getDisplayName() + ": " + evidence);
    }
    throw failure;
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    if (workload != null) {
      workload.close();
      workload = null;
    }
    if (context.getExecutionException().isPresent()) {
      remove();
    }
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    remove();
  }

  private void remove() throws IOException {
    if (cluster != null) {
      cluster.close();
      cluster = null;
      DiskFiles.delete(directory);
    }
  }
}
