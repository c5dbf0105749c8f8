package io.zabdb.node.config;

import io.zabdb.model.cluster.MemberNumbers;
import java.util.List;

/**
 * A replica group, as it was founded.
 *
 * @param id from 0
 * @param nodes those that founded it, by member number
 */
public record GroupConfig(int id, List<Integer> nodes) {

  public GroupConfig {
    nodes = List.copyOf(nodes);
  }

  /** Which node is which member. */
  public MemberNumbers numbers() {
    return new MemberNumbers(nodes);
  }

  /** The member number of a node in this group, whether it has a replica of it or not. */
  public int memberOf(int node) {
    return numbers().memberOf(node);
  }
}
