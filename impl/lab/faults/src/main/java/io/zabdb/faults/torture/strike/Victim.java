package io.zabdb.faults.torture.strike;

import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.network.NamespaceNetwork;
import io.zabdb.faults.preload.Preload;
import io.zabdb.faults.preload.Preloads;
import io.zabdb.faults.workload.Workload;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A cluster, and what can be done to it.
 *
 * @param preloads by which disks and clocks go wrong; empty: that is not possible here
 * @param namespaces its network, if clients can be cut off from nodes in it
 * @param workload of the clients that are checked
 * @param random draws what is left to chance
 */
public record Victim(
    Cluster cluster,
    Optional<Preloads> preloads,
    Optional<NamespaceNetwork> namespaces,
    Workload workload,
    RandomGenerator random) {

  /** What makes the disk and the clock of a node go wrong. */
  public Preload preload(int node) {
    return preloads.orElseThrow().of(cluster.node(node));
  }
}
