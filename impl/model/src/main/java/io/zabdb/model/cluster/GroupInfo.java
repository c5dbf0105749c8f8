package io.zabdb.model.cluster;

import java.util.List;

/**
 * A replica group.
 *
 * @param id from 0
 * @param nodes those that vote, in the order of their member numbers
 * @param leaderNode the node that led last, or -1
 * @param epoch in which it led; 0 if none is known
 */
public record GroupInfo(int id, List<Integer> nodes, int leaderNode, long epoch) {

  public GroupInfo {
    nodes = List.copyOf(nodes);
  }

  /** The same under another leader. */
  public GroupInfo withLeader(int node, long inEpoch) {
    return new GroupInfo(id, nodes, node, inEpoch);
  }
}
