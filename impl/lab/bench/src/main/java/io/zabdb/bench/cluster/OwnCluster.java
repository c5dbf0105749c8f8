package io.zabdb.bench.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A cluster in a new folder, for the time of a measurement: when this is closed, or this process is
 * told to end, its processes are ended and its files deleted.
 */
public final class OwnCluster implements AutoCloseable {

  private final TestCluster cluster;
  private final boolean keep;
  private final Removal prepared;
  private final Thread hook = new Thread(this::end, "end-cluster");
  private boolean ended;

  /** Makes what the nodes of a cluster need before they start. */
  public interface Preparation {

    /** Nothing. */
    Preparation NONE = cluster -> () -> {};

    /**
     * Makes it.
     *
     * @return removes it, once the nodes have ended; then their files may be gone
     */
    Removal prepare(TestCluster cluster) throws IOException, InterruptedException;
  }

  /** Removes what a {@link Preparation} has made. */
  public interface Removal {
    void remove() throws IOException, InterruptedException;
  }

  private OwnCluster(TestCluster cluster, boolean keep, Removal prepared) {
    this.cluster = cluster;
    this.keep = keep;
    this.prepared = prepared;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Starts one.
   *
   * @param parent where its folder is made
   * @param keep whether the files stay
   */
  public static OwnCluster start(
      TestClusters clusters,
      Path parent,
      int nodes,
      Map<String, String> options,
      boolean keep,
      Preparation preparation)
      throws IOException, InterruptedException {
    Files.createDirectories(parent);
    Path directory = Files.createTempDirectory(parent, "zabdb-bench");
    TestCluster cluster = clusters.create(directory, nodes, options);
    OwnCluster own = new OwnCluster(cluster, keep, preparation.prepare(cluster));
    try {
      cluster.startMissing();
      return own;
    } catch (IOException | InterruptedException e) {
      own.close();
      throw e;
    }
  }

  public TestCluster cluster() {
    return cluster;
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It runs already, and ends the cluster.
      return;
    }
    end();
  }

  private synchronized void end() {
    if (ended) {
      return;
    }
    ended = true;
    try {
      cluster.stop();
      prepared.remove();
      if (!keep) {
        delete(cluster.directory());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Deletes a folder with all in it. */
  public static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
