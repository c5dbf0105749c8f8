package io.zabdb.model.cluster;

import java.util.List;

/**
 * Which member of a group each node is. Those that founded it are the first, in their order; all
 * other nodes follow, in the order of their ids, whether they ever join or not. So a node's number
 * follows from its id, is the same for everybody, and is never another node's. Immutable.
 *
 * @param founders the nodes that founded the group, by member number; none twice
 */
public record MemberNumbers(List<Integer> founders) {

  public MemberNumbers {
    founders = List.copyOf(founders);
  }

  /** The member number of a node, from 0. */
  public int memberOf(int node) {
    int founder = founders.indexOf(node);
    if (founder >= 0) {
      return founder;
    }
    int smaller = (int) founders.stream().filter(other -> other < node).count();
    return founders.size() + node - smaller;
  }

  /** The node of a member. */
  public int nodeOf(int member) {
    if (member < founders.size()) {
      return founders.get(member);
    }
    int node = member - founders.size();
    for (int founder : founders.stream().sorted().toList()) {
      node += founder <= node ? 1 : 0;
    }
    return node;
  }
}
