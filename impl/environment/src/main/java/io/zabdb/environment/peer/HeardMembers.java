package io.zabdb.environment.peer;

import io.zabdb.core.group.Members;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.function.LongConsumer;

/**
 * The members of a group whose nodes are heard, as its replica is told of them. By the event loop
 * of the group.
 */
public final class HeardMembers {

  private final LongConsumer listener;
  private final IntUnaryOperator nodeOf;
  private final long[] starts = new long[Members.MAX_MEMBERS];
  private final boolean[] heard = new boolean[Members.MAX_MEMBERS];
  private long told;

  /**
   * @param listener is told of them, as bits ({@link PeerListener#nodesHeard})
   * @param nodeOf the node of a member, or -1: not known
   */
  public HeardMembers(LongConsumer listener, IntUnaryOperator nodeOf) {
    this.listener = listener;
    this.nodeOf = nodeOf;
  }

  /**
   * Tells what is new. A node that has started again since is left out first: who relied on its
   * words must hear of it.
   *
   * @param nodes the starts of the nodes that are heard ({@link HeardNodes#starts})
   */
  public void look(Map<Integer, Long> nodes) {
    long now = 0;
    long again = 0;
    for (int member = 0; member < starts.length; member++) {
      int node = nodeOf.applyAsInt(member);
      Long start = node < 0 ? null : nodes.get(node);
      if (start != null) {
        now = Members.with(now, member);
        if (heard[member] && starts[member] != start) {
          again = Members.with(again, member);
        }
        starts[member] = start;
      }
      heard[member] = start != null;
    }
    if (again != 0) {
      tell(told & ~again);
    }
    tell(now);
  }

  private void tell(long members) {
    if (members != told) {
      told = members;
      listener.accept(members);
    }
  }
}
