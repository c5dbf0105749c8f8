package io.zabdb.simulator.node;

import io.zabdb.node.config.Address;
import io.zabdb.node.server.Places;
import io.zabdb.node.server.Topology;
import io.zabdb.peer.Whereabouts;
import java.util.Set;

/** Simulated nodes are where they are. */
record FixedPlaces(Topology topology) implements Places {

  @Override
  public Whereabouts known(int node) {
    return new Whereabouts("", topology.clientAddress(node).map(Address::toString).orElse(""));
  }

  @Override
  public Set<Integer> nodes() {
    return topology.clientAddresses().keySet();
  }

  @Override
  public void heard(int node, Whereabouts where) {}

  @Override
  public void told(int node, Whereabouts where) {}
}
