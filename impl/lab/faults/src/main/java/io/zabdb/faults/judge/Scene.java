package io.zabdb.faults.judge;

import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.network.RelayNetwork;
import io.zabdb.faults.workload.Workload;

/** What happens to a cluster under clients, so that a bug of one kind shows if there is one. */
interface Scene {

  /**
   * Plays it, once; begins and ends with a cluster that serves. Steps wait for what the clients
   * have done, so that what is to show has had the occasion.
   *
   * @throws AssertionError if a step does not come to its end
   */
  void play(Cluster cluster, RelayNetwork network, Workload workload) throws Exception;
}
