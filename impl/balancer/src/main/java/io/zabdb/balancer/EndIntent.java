package io.zabdb.balancer;

import java.util.List;

/**
 * A group that has nothing, and should end.
 *
 * @param nodes that have a replica of it
 */
public record EndIntent(int group, List<Integer> nodes) {

  public EndIntent {
    nodes = List.copyOf(nodes);
  }
}
