package io.zabdb.lab;

import io.zabdb.bench.cluster.TestCluster;
import io.zabdb.bench.cluster.TestClusters;
import io.zabdb.cli.error.CliException;
import io.zabdb.cli.local.Layout;
import io.zabdb.cli.local.LocalCluster;
import io.zabdb.cli.local.Shutdown;
import io.zabdb.cli.local.Startup;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Clusters as {@code up} starts them, for benchmarks. */
final class LocalTestClusters implements TestClusters {

  private static final Duration START_LIMIT = Duration.ofMinutes(1);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(20);

  @Override
  public TestCluster create(Path directory, int nodes, Map<String, String> options)
      throws IOException {
    try {
      return new Local(LocalCluster.create(directory, nodes, new TreeMap<>(options)));
    } catch (CliException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private record Local(LocalCluster cluster) implements TestCluster {

    @Override
    public Path directory() {
      return cluster.directory();
    }

    @Override
    public Path data(int node) {
      return Path.of(
          cluster
              .layout()
              .configuration(cluster.layout().node(node).orElseThrow(), directory())
              .get("data-directory"));
    }

    @Override
    public List<String> addresses() {
      return cluster.layout().nodes().stream()
          .map(node -> node.host() + ":" + node.port())
          .toList();
    }

    @Override
    public List<InetSocketAddress> metrics() {
      return cluster.layout().nodes().stream()
          .map(node -> new InetSocketAddress(node.host(), node.httpPort()))
          .toList();
    }

    @Override
    public long process(int node) throws IOException {
      return cluster
          .process(cluster.layout().node(node).orElseThrow())
          .process()
          .orElseThrow(() -> new IOException("node " + node + " does not run"))
          .pid();
    }

    @Override
    public void startMissing() throws IOException, InterruptedException {
      try {
        Startup startup = new Startup(cluster);
        startup.start();
        startup.await(START_LIMIT);
      } catch (CliException e) {
        throw new IOException(e.getMessage(), e);
      }
    }

    @Override
    public int startSpare() throws IOException {
      Layout.LocalNode node = cluster.add(true);
      cluster.process(node).start();
      return node.id();
    }

    @Override
    public void stop() throws IOException, InterruptedException {
      new Shutdown(cluster, STOP_LIMIT, true).run();
      cluster.close();
    }
  }
}
