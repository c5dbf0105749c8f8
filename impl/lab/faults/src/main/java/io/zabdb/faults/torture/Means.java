package io.zabdb.faults.torture;

import io.zabdb.faults.network.NamespaceNetwork;
import io.zabdb.faults.preload.Preload;
import java.io.IOException;
import java.util.Optional;

/**
 * What this machine lets one do to a cluster.
 *
 * @param preload whether disks and clocks can be made to go wrong: with Linux and a C compiler
 * @param namespaces whether clients can be cut off from a node: for root, with ip and bridge
 */
record Means(boolean preload, boolean namespaces) {

  static final Means ALL = new Means(true, true);

  /** Tries both. */
  static Means find() throws IOException {
    Optional<NamespaceNetwork> network = NamespaceNetwork.create(2);
    network.ifPresent(NamespaceNetwork::close);
    return new Means(Preload.isPossible(), network.isPresent());
  }
}
