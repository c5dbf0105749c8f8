package io.zabdb.node.server;

import io.zabdb.budget.Purpose;
import io.zabdb.node.api.NodeContext;
import io.zabdb.replica.move.GroupPost;
import io.zabdb.replica.move.MoveTaker;
import io.zabdb.rpc.RequestHandler;
import java.util.Optional;
import java.util.function.IntFunction;

/** What a node has to move partitions between groups. */
final class NodeMoves {

  private final GroupPost post;
  private final RequestHandler requests;

  /**
   * @param takers the replicas of this node that take part in moves, by group
   */
  NodeMoves(
      NodeContext context,
      Topology topology,
      NodeLinks links,
      IntFunction<Optional<MoveTaker>> takers) {
    post = new GroupCourier(topology, links, takers, context.budget().account(Purpose.MOVES));
    requests = new MoveRequests(topology, takers, links);
  }

  /** Reaches other groups. */
  GroupPost post() {
    return post;
  }

  /** Takes what they ask. */
  RequestHandler requests() {
    return requests;
  }
}
