package io.zabdb.balancer;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Nodes that should take the places of others in a group.
 *
 * @param before the members that it had when it was looked at
 */
public record ReplacementIntent(
    int group, List<Integer> before, Set<Integer> add, Set<Integer> remove) {

  public ReplacementIntent {
    before = List.copyOf(before);
    add = Collections.unmodifiableSet(new TreeSet<>(add));
    remove = Collections.unmodifiableSet(new TreeSet<>(remove));
  }
}
