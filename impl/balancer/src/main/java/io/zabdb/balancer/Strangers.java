package io.zabdb.balancer;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Nodes that are members of no group, and may wait for one. Those that answered last are asked in
 * each round; most of the others are gone for good, and asking them takes a while, so they are
 * asked once a minute. It keeps as many as were named last. Not thread-safe.
 */
final class Strangers {

  static final long PAUSE_MILLIS = 60_000;

  /** When a node is to be asked again. */
  private Map<Integer, Long> askedAgain = Map.of();

  /**
   * Which are to be asked now.
   *
   * @param named all that there may be
   * @param nowMillis a time that never goes back
   */
  Set<Integer> toAsk(Set<Integer> named, long nowMillis) {
    Set<Integer> asked = new HashSet<>();
    Map<Integer, Long> next = new HashMap<>();
    for (int node : named) {
      Long again = askedAgain.get(node);
      if (again == null || again <= nowMillis) {
        asked.add(node);
        // Unless it answers.
        next.put(node, nowMillis + PAUSE_MILLIS);
      } else {
        next.put(node, again);
      }
    }
    askedAgain = next;
    return asked;
  }

  /** These have answered. */
  void answered(Set<Integer> nodes) {
    askedAgain.keySet().removeAll(nodes);
  }
}
