package io.zabdb.node.process;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.node.config.NodeConfig;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Whose data a directory holds. Immutable.
 *
 * @param format of the directory, {@value #FORMAT} at present
 * @param groups the nodes of each group of which there is a replica here, by member number
 * @param incarnation how often the node has started, or a replica of it anew while it ran
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record NodeIdentity(
    int format, UUID cluster, int node, Map<Integer, List<Integer>> groups, long incarnation) {

  /** The format that this version writes; it reads no newer one. */
  static final int FORMAT = 1;

  NodeIdentity {
    groups = groups == null ? Map.of() : Map.copyOf(groups);
  }

  /** Of a node that has never started. */
  static NodeIdentity first(NodeConfig config) {
    return new NodeIdentity(FORMAT, config.cluster(), config.node(), Map.of(), 0);
  }

  /** The one of the next start. */
  NodeIdentity next(NodeConfig config) {
    return new NodeIdentity(FORMAT, cluster, node, configured(config), incarnation + 1);
  }

  /** The one of a replica that starts anew while the node runs. */
  NodeIdentity again() {
    return new NodeIdentity(FORMAT, cluster, node, groups, incarnation + 1);
  }

  /**
   * Why the configuration is not that of this directory; empty if it is. Groups may be added, but
   * the members of a group are for ever: its replicas count quorums among them.
   */
  String differsFrom(NodeConfig config) {
    if (!config.cluster().equals(cluster)) {
      return "belongs to cluster " + cluster + ", not to " + config.cluster();
    }
    if (config.node() != node) {
      return "belongs to node " + node + ", not to node " + config.node();
    }
    Map<Integer, List<Integer>> configured = configured(config);
    for (Map.Entry<Integer, List<Integer>> group : new TreeMap<>(groups).entrySet()) {
      List<Integer> now = configured.get(group.getKey());
      if (!group.getValue().equals(now)) {
        return "has a replica of group "
            + group.getKey()
            + " with the nodes "
            + group.getValue()
            + ", but the configuration "
            + (now == null ? "has no such replica" : "says " + now);
      }
    }
    return "";
  }

  private static Map<Integer, List<Integer>> configured(NodeConfig config) {
    return config.sharding().groupsOf(config.node()).stream()
        .collect(Collectors.toMap(GroupConfig::id, GroupConfig::nodes));
  }
}
