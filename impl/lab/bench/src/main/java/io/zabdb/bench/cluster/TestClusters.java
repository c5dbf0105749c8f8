package io.zabdb.bench.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Makes clusters. Who knows how nodes are started, gives it to the commands. */
public interface TestClusters {

  /**
   * Makes a new cluster as {@code zabdb up} would; nothing runs yet.
   *
   * @param directory empty or missing
   * @param options of the nodes, beside the defaults
   * @throws IOException if it cannot be made; with the reason, for people
   */
  TestCluster create(Path directory, int nodes, Map<String, String> options) throws IOException;
}
