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
 * @param maxGroups so many replicas this node may have at least, those of groups that are yet to be
 *     born included; memory is shared by so many
 * @param place where this node is
 */
public record ShardingConfig(
    List<GroupConfig> groups,
    int partitionsPerGroup,
    List<Family> families,
    Set<Integer> joined,
    int maxGroups,
    PlaceConfig place) {

  public ShardingConfig {
    groups = List.copyOf(groups);
    families = List.copyOf(families);
    joined = Set.copyOf(joined);
  }

  /** Of a cluster that no node has joined. */
  public ShardingConfig(List<GroupConfig> groups, int partitionsPerGroup, List<Family> families) {
    this(groups, partitionsPerGroup, families, Set.of(), 0, PlaceConfig.ANYWHERE);
  }

  /** How many replicas a node may have, by which its memory is shared; at least 1. */
  public int roomOf(int node) {
    return Math.max(1, Math.max(maxGroups, groupsOf(node).size()));
  }

  /** The groups of the configuration of which a node has a replica. */
  public List<GroupConfig> groupsOf(int node) {
    return groups.stream()
        .filter(group -> joined.contains(node) || group.nodes().contains(node))
        .toList();
  }
}
