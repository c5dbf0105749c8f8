package io.zabdb.coordination.manager;

import io.zabdb.coordination.error.CoordinationException;
import io.zabdb.coordination.error.ManagerError;
import io.zabdb.coordination.format.StateFormat;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.cluster.NodeInfo;
import io.zabdb.model.data.Family;
import io.zabdb.model.ring.Ring;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException.NoNodeException;

/**
 * The last good content of each znode of a cluster. What cannot be read leaves the content before
 * it in place. Not thread-safe.
 */
final class StateCache {

  private final Paths paths;
  private List<Family> families;
  private Ring ring;
  private final SortedMap<Integer, GroupInfo> groups = new TreeMap<>();
  private final SortedMap<Integer, NodeInfo> nodes = new TreeMap<>();

  StateCache(Paths paths) {
    this.paths = paths;
  }

  /** The paths to read for the whole state: those that are there, and those that were. */
  Set<String> all(CuratorFramework client) throws Exception {
    Set<String> all = new TreeSet<>(List.of(paths.families(), paths.ring()));
    groups.keySet().forEach(group -> all.add(paths.group(group)));
    nodes.keySet().forEach(node -> all.add(paths.node(node)));
    for (String parent : List.of(paths.groups(), paths.nodes())) {
      try {
        client.getChildren().forPath(parent).forEach(name -> all.add(parent + "/" + name));
      } catch (NoNodeException e) {
        // No children then: what was there is read, and found missing.
      }
    }
    return all;
  }

  /**
   * Reads one znode. Those that are no part of the state are left alone.
   *
   * @throws CoordinationException {@code MALFORMED}, {@code TOO_LARGE}; {@code NO_SUCH_CLUSTER} if
   *     it is missing and may not
   */
  void read(CuratorFramework client, String path) throws Exception {
    if (path.equals(paths.families())) {
      Znode znode = required(client, path);
      families = StateFormat.families(path, znode.data());
    } else if (path.equals(paths.ring())) {
      Znode znode = required(client, path);
      ring = StateFormat.ring(path, znode.data());
    } else if (path.startsWith(paths.groups() + "/")) {
      readGroup(client, path);
    } else if (path.startsWith(paths.nodes() + "/")) {
      readNode(client, path);
    }
  }

  private void readGroup(CuratorFramework client, String path) throws Exception {
    Optional<Znode> znode = Znode.read(client, path);
    if (znode.isEmpty()) {
      groups.keySet().removeIf(group -> paths.group(group).equals(path));
    } else {
      GroupInfo group = StateFormat.group(path, znode.get().data());
      groups.put(group.id(), group);
    }
  }

  private void readNode(CuratorFramework client, String path) throws Exception {
    Optional<Znode> znode = Znode.read(client, path);
    if (znode.isEmpty()) {
      nodes.keySet().removeIf(node -> paths.node(node).equals(path));
    } else {
      NodeInfo node = StateFormat.node(path, znode.get().data()).node();
      nodes.put(node.id(), node);
    }
  }

  private Znode required(CuratorFramework client, String path) throws Exception {
    return Znode.read(client, path)
        .orElseThrow(
            () ->
                new CoordinationException(
                    ManagerError.NO_SUCH_CLUSTER,
                    "the configuration manager does not know cluster "
                        + paths.cluster()
                        + ": znode "
                        + path
                        + " is missing"));
  }

  /** Empty until families and ring are known. */
  Optional<ClusterState> state() {
    if (families == null || ring == null) {
      return Optional.empty();
    }
    return Optional.of(
        new ClusterState(
            paths.cluster(),
            families,
            ring,
            new ArrayList<>(groups.values()),
            new ArrayList<>(nodes.values())));
  }
}
