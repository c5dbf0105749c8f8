package io.zabdb.simulator.peer;

import io.zabdb.core.step.Connection;
import io.zabdb.model.cluster.MemberNumbers;
import java.util.stream.IntStream;

/** Which member of a group each node is: links are between nodes. Immutable. */
final class MembersOfNodes {

  private final int[] members;
  private final int[] nodes;

  /**
   * @param count how many nodes there are
   */
  MembersOfNodes(MemberNumbers numbers, int count) {
    members = IntStream.range(0, count).map(numbers::memberOf).toArray();
    nodes = IntStream.range(0, count).map(numbers::nodeOf).toArray();
  }

  int memberOf(int node) {
    return members[node];
  }

  /** The node of a member; -1: there is none of that number. */
  int nodeOf(int member) {
    return member < nodes.length ? nodes[member] : -1;
  }

  /** A connection of members, as one of nodes. */
  Connection ofNodes(Connection members) {
    return new Connection(
        nodeOf(members.initiator()), nodeOf(members.acceptor()), members.number());
  }

  /** A connection of nodes, as one of members. */
  Connection ofMembers(Connection nodes) {
    return new Connection(memberOf(nodes.initiator()), memberOf(nodes.acceptor()), nodes.number());
  }
}
