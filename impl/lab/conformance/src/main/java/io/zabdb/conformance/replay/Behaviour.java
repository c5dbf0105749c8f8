package io.zabdb.conformance.replay;

import java.util.List;

/**
 * A behaviour of the spec, from its initial state.
 *
 * @param servers all members of the group
 */
public record Behaviour(List<String> servers, List<BehaviourStep> steps) {

  public Behaviour {
    servers = List.copyOf(servers);
    steps = List.copyOf(steps);
  }
}
