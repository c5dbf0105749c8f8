package io.zabdb.model.cluster;

import io.zabdb.model.data.Family;
import io.zabdb.model.ring.Ring;
import java.util.List;
import java.util.UUID;

/**
 * What clients need to route, and people to understand ({@code system_state}). Immutable.
 *
 * @param cluster its identity
 * @param families of each partition
 * @param ring who owns which tokens
 * @param groups by id
 * @param nodes those that are up, by id; empty if not known
 */
public record ClusterState(
    UUID cluster, List<Family> families, Ring ring, List<GroupInfo> groups, List<NodeInfo> nodes) {

  public ClusterState {
    families = List.copyOf(families);
    groups = List.copyOf(groups);
    nodes = List.copyOf(nodes);
  }

  /** The same with another ring. */
  public ClusterState with(Ring other) {
    return new ClusterState(cluster, families, other, groups, nodes);
  }
}
