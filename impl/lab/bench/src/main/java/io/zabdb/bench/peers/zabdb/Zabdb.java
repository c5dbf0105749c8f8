package io.zabdb.bench.peers.zabdb;

import io.zabdb.bench.cluster.OwnCluster;
import io.zabdb.bench.cluster.OwnClusterOptions;
import io.zabdb.bench.cluster.TestClusters;
import io.zabdb.bench.error.BenchException;
import io.zabdb.bench.load.LoadStore;
import io.zabdb.bench.ops.ClusterTarget;
import io.zabdb.bench.ops.Usage;
import io.zabdb.bench.peers.system.PeerCluster;
import io.zabdb.bench.peers.system.PeerSystem;
import io.zabdb.bench.peers.system.Promise;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** ZabDB as {@code up} starts it: by default each write is synced. */
public final class Zabdb implements PeerSystem {

  private final TestClusters clusters;
  private final OwnClusterOptions options;

  /**
   * @param options of the nodes, and where their files are
   */
  public Zabdb(TestClusters clusters, OwnClusterOptions options) {
    this.clusters = clusters;
    this.options = options;
  }

  private record Started(OwnCluster cluster, ClusterTarget target) implements PeerCluster {

    @Override
    public List<? extends LoadStore> stores() {
      return target.stores();
    }

    @Override
    public Usage usage() {
      return target.usage();
    }

    @Override
    public Map<Integer, Double> syncs() {
      return target.syncs();
    }

    @Override
    public void close() {
      try (cluster) {
        target.close();
      }
    }
  }

  @Override
  public String name() {
    return "zabdb";
  }

  @Override
  public String title() {
    return "ZabDB";
  }

  @Override
  public Promise promise() {
    return new Promise(
        "put",
        "get",
        true,
        "A write is answered once a quorum has synced it and the leader has applied it; a read is"
            + " served by the leader once a quorum has confirmed that it still leads.");
  }

  @Override
  public Optional<String> missing() {
    return Optional.empty();
  }

  @Override
  public int connections() {
    return 1;
  }

  /** In the folder that the options name. */
  @Override
  public PeerCluster start(Path parent, int connections)
      throws BenchException, IOException, InterruptedException {
    OwnCluster cluster = options.start(clusters, SERVERS);
    try {
      return new Started(
          cluster, new ClusterTarget(cluster.cluster().addresses(), List.of(), connections, false));
    } catch (BenchException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }
}
