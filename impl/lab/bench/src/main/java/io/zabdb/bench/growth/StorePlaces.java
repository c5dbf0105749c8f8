package io.zabdb.bench.growth;

import java.util.Map;
import java.util.Set;

/**
 * Where the partitions of a store are at a moment, as the leaders of its groups tell. Immutable.
 *
 * @param groups the nodes that vote in each group, by its number
 * @param partitions by name
 */
record StorePlaces(Map<Integer, Set<Integer>> groups, Map<String, PlacedPartition> partitions) {

  /**
   * A partition.
   *
   * @param group whose leader serves it
   * @param bytes that its cells take at one replica, about
   */
  record PlacedPartition(int group, long bytes) {}

  StorePlaces {
    groups = Map.copyOf(groups);
    partitions = Map.copyOf(partitions);
  }

  /** The nodes that have a partition; empty if its group did not tell. */
  Set<Integer> nodesOf(PlacedPartition partition) {
    return groups.getOrDefault(partition.group(), Set.of());
  }

  /** Bytes of the partitions that a node has. */
  double stored(int node) {
    return partitions.values().stream()
        .filter(each -> nodesOf(each).contains(node))
        .mapToDouble(PlacedPartition::bytes)
        .sum();
  }

  /** Bytes at all nodes: each replica of a partition counts. */
  double stored() {
    return partitions.values().stream()
        .mapToDouble(each -> (double) each.bytes() * nodesOf(each).size())
        .sum();
  }

  /** How many partitions a node has. */
  long count(int node) {
    return partitions.values().stream().filter(each -> nodesOf(each).contains(node)).count();
  }

  /** Replicas of partitions at all nodes. */
  long replicas() {
    return partitions.values().stream().mapToLong(each -> nodesOf(each).size()).sum();
  }
}
