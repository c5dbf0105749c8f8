package io.zabdb.bench.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options of commands that start nodes of their own. */
public final class OwnClusterOptions {

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "An option of the nodes that are started; docs/configuration.md lists them.")
  private Map<String, String> set = new LinkedHashMap<>();

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Where files are made, on the disk to measure (default: the temporary folder).")
  private Path parent = Path.of(System.getProperty("java.io.tmpdir"));

  @Option(names = "--keep", description = "Keep the files of the nodes that were started.")
  private boolean keep;

  /** Whether nodes are given options. */
  public boolean setsOptions() {
    return !set.isEmpty();
  }

  /** Where files are made. */
  public Path parent() {
    return parent;
  }

  /** Starts nodes, see {@link OwnCluster#start}. */
  public OwnCluster start(TestClusters clusters, int nodes)
      throws IOException, InterruptedException {
    return start(clusters, nodes, Map.of(), OwnCluster.Preparation.NONE);
  }

  /**
   * Starts nodes, see {@link OwnCluster#start}.
   *
   * @param defaults options of the nodes where the user has not set them
   */
  public OwnCluster start(
      TestClusters clusters,
      int nodes,
      Map<String, String> defaults,
      OwnCluster.Preparation preparation)
      throws IOException, InterruptedException {
    return OwnCluster.start(clusters, parent, nodes, with(defaults), keep, preparation);
  }

  /** These options of nodes, with those that the user has set instead or beside. */
  public Map<String, String> with(Map<String, String> defaults) {
    Map<String, String> all = new LinkedHashMap<>(defaults);
    all.putAll(set);
    return all;
  }
}
