package io.zabdb.coordination.manager;

import io.zabdb.coordination.error.CoordinationException;
import io.zabdb.coordination.error.ManagerError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException.NoNodeException;

/** The cluster that is meant: the one named, or the only one there is. Thread-safe. */
final class ClusterChoice {

  private volatile Paths chosen;

  ClusterChoice(Optional<UUID> named) {
    chosen = named.map(Paths::new).orElse(null);
  }

  /** The cluster chosen so far. */
  Optional<UUID> cluster() {
    return Optional.ofNullable(chosen).map(Paths::cluster);
  }

  /**
   * Its znodes. Once found, it stays.
   *
   * @throws CoordinationException {@code NO_SUCH_CLUSTER}, {@code SEVERAL_CLUSTERS}
   */
  Paths paths(CuratorFramework client) throws Exception {
    Paths known = chosen;
    if (known != null) {
      return known;
    }
    List<UUID> clusters = all(client);
    if (clusters.isEmpty()) {
      throw new CoordinationException(
          ManagerError.NO_SUCH_CLUSTER, "the configuration manager knows no cluster");
    }
    if (clusters.size() > 1) {
      throw new CoordinationException(
          ManagerError.SEVERAL_CLUSTERS,
          "the configuration manager knows several clusters, name one: " + clusters);
    }
    chosen = new Paths(clusters.get(0));
    return chosen;
  }

  /** All clusters, in the order of their names. */
  static List<UUID> all(CuratorFramework client) throws Exception {
    List<UUID> clusters = new ArrayList<>();
    try {
      for (String name : client.getChildren().forPath(Paths.ROOT)) {
        parse(name).ifPresent(clusters::add);
      }
    } catch (NoNodeException e) {
      return List.of();
    }
    clusters.sort((a, b) -> a.toString().compareTo(b.toString()));
    return clusters;
  }

  private static Optional<UUID> parse(String name) {
    try {
      UUID cluster = UUID.fromString(name);
      return cluster.toString().equals(name) ? Optional.of(cluster) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
