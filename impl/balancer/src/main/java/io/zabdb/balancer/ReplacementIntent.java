package io.zabdb.balancer;

import java.util.List;
import java.util.Set;

/**
 * Nodes that should take the places of others in a group.
 *
 * @param before the members that it had when it was looked at
 */
public record ReplacementIntent(
    int group, List<Integer> before, Set<Integer> add, Set<Integer> remove) {

  public ReplacementIntent {
    before = List.copyOf(before);
    add = Set.copyOf(add);
    remove = Set.copyOf(remove);
  }
}
