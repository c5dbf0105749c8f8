package io.zabdb.testkit.linearizability;

import java.util.Arrays;
import java.util.List;

/**
 * The order that explains the longest beginning of the history, among those the search has been
 * through.
 *
 * <p>The search reports each dead end; most share their beginning with the best one, so only what
 * differs is copied.
 */
final class Deepest {

  private int[] order = new int[16];
  private int length;
  private int blockedAt = -1;

  /** How many leading operations of the best order are those of the current one. */
  private int common;

  /** The current order has been cut to this length. */
  void cut(int depth) {
    common = Math.min(common, depth);
  }

  /**
   * The current order cannot go on past the return at this place of the event list. Of those that
   * end there the shortest is kept: the others hold operations that explain nothing.
   */
  void deadEnd(int place, int[] current, int depth) {
    if (place < blockedAt || (place == blockedAt && depth >= length)) {
      return;
    }
    if (order.length < depth) {
      order = Arrays.copyOf(order, Math.max(depth, 2 * order.length));
    }
    System.arraycopy(current, common, order, common, depth - common);
    common = depth;
    length = depth;
    blockedAt = place;
  }

  /** The place of the first return that no order gets past. */
  int blockedAt() {
    return blockedAt;
  }

  List<Integer> order() {
    return Arrays.stream(order, 0, length).boxed().toList();
  }
}
