package io.zabdb.faults.hold;

import io.zabdb.client.ZabClient;
import io.zabdb.client.net.RpcConnector;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.process.Waiting;
import io.zabdb.model.ring.Ring;
import io.zabdb.node.config.Address;
import io.zabdb.rpc.wire.ClientHello;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** The cluster that is troubled. Thread-safe. */
public final class Site {

  private final Cluster cluster;
  private final ClientHello hello;
  private final String partition;
  private final AtomicInteger leader = new AtomicInteger();

  /** Of a cluster that serves, with one group and one partition. */
  Site(Cluster cluster) throws Exception {
    this.cluster = cluster;
    hello =
        ClientHello.newBuilder().setCluster(cluster.id().toString()).setSoftware("hold").build();
    try (ZabClient client = client(Waiting.PATIENCE)) {
      Ring ring = ZabClient.await(client.admin().ring()).ring();
      partition = ring.partitions().get(0).name();
    }
    look();
  }

  /** Finds out who leads now. */
  void look() {
    cluster.leader().ifPresent(node -> leader.set(node.id()));
  }

  public Cluster cluster() {
    return cluster;
  }

  /** The name of the only partition. */
  public String partition() {
    return partition;
  }

  /** Where clients reach the leader, as of a moment ago. */
  public Address leader() {
    return cluster.network().client(leader.get());
  }

  /** A client of its own. */
  public ZabClient client(Duration timeout) {
    return cluster.client().timeout(timeout).build();
  }

  /** Makes connections to one node. */
  public RpcConnector connector() {
    return new RpcConnector(hello, 1, 1_000, null);
  }

  /** A connection to the leader that says and reads what one likes. */
  public Wire wire() throws IOException {
    return new Wire(leader(), hello);
  }
}
