package io.zabdb.node.config;

import java.util.List;

/**
 * A replica group.
 *
 * @param id from 0
 * @param nodes the node of each member, by member number
 */
public record GroupConfig(int id, List<Integer> nodes) {

  public GroupConfig {
    nodes = List.copyOf(nodes);
  }

  /** The member number of a node in this group; -1: it has no replica of it. */
  public int memberOf(int node) {
    return nodes.indexOf(node);
  }
}
