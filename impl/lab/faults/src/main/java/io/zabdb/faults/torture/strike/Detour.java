package io.zabdb.faults.torture.strike;

import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.network.NamespaceNetwork;
import io.zabdb.faults.process.Waiting;
import java.io.IOException;
import java.util.Set;

/** Clients reach every node but the leader: a follower passes their requests on. */
public final class Detour implements Strike {

  private static final int SUCCESSES = 50;

  @Override
  public String name() {
    return "clients reach all but the leader";
  }

  @Override
  public Blow begin(Victim victim) throws Exception {
    Cluster cluster = victim.cluster();
    NamespaceNetwork network = victim.namespaces().orElseThrow();
    ClusterNode leader = cluster.awaitLeader();
    double before = forwarded(cluster, leader);
    network.cutFromClients(leader.id());
    try {
      victim.workload().awaitDone(SUCCESSES);
      Waiting.until(
          "requests that were passed on",
          cluster::describe,
          () -> forwarded(cluster, leader) > before);
    } catch (Exception | AssertionError e) {
      network.heal();
      throw e;
    }
    long count = Math.round(forwarded(cluster, leader) - before);
    return new Blow(Set.of(), count + " requests were passed on", network::heal);
  }

  private static double forwarded(Cluster cluster, ClusterNode leader) throws IOException {
    double sum = 0;
    for (ClusterNode other : cluster.others(leader)) {
      sum += other.metric("zabdb_requests_forwarded_total");
    }
    return sum;
  }
}
