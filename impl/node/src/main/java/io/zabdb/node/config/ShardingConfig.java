package io.zabdb.node.config;

import io.zabdb.model.data.Family;
import java.util.List;

/**
 * How a new cluster's data is divided. Later the configuration manager's ring is what counts.
 *
 * @param groups by id, without gaps
 * @param partitionsPerGroup from 1
 * @param families of every partition
 */
public record ShardingConfig(
    List<GroupConfig> groups, int partitionsPerGroup, List<Family> families) {

  public ShardingConfig {
    groups = List.copyOf(groups);
    families = List.copyOf(families);
  }

  /** The groups of which a node has a replica. */
  public List<GroupConfig> groupsOf(int node) {
    return groups.stream().filter(group -> group.memberOf(node) >= 0).toList();
  }
}
