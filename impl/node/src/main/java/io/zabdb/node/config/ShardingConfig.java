package io.zabdb.node.config;

import io.zabdb.model.data.Family;
import java.util.List;
import java.util.Set;

/**
 * How a new cluster's data is divided. Later the configuration manager's ring is what counts.
 *
 * @param groups by id, without gaps
 * @param partitionsPerGroup from 1
 * @param families of every partition
 * @param joined nodes that founded none of the groups, and have a replica of each
 */
public record ShardingConfig(
    List<GroupConfig> groups, int partitionsPerGroup, List<Family> families, Set<Integer> joined) {

  public ShardingConfig {
    groups = List.copyOf(groups);
    families = List.copyOf(families);
    joined = Set.copyOf(joined);
  }

  /** Of a cluster that no node has joined. */
  public ShardingConfig(List<GroupConfig> groups, int partitionsPerGroup, List<Family> families) {
    this(groups, partitionsPerGroup, families, Set.of());
  }

  /** The groups of which a node has a replica. */
  public List<GroupConfig> groupsOf(int node) {
    return groups.stream()
        .filter(group -> joined.contains(node) || group.nodes().contains(node))
        .toList();
  }
}
