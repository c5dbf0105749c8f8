package io.zabdb.faults.torture.strike;

import io.zabdb.client.ZabClient;
import io.zabdb.client.net.RpcConnector;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.rpc.RpcConnection;
import io.zabdb.rpc.wire.ClientHello;
import java.util.concurrent.TimeUnit;

/** Speaks the protocol of clients to single nodes, without the manners of the client library. */
final class RawClient implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 20;
  private static final int MAX_UNDER_WAY = 100_000;

  private final Cluster cluster;
  private final RpcConnector connector;

  RawClient(Cluster cluster) {
    this.cluster = cluster;
    ClientHello hello =
        ClientHello.newBuilder().setCluster(cluster.id().toString()).setSoftware("torture").build();
    connector = new RpcConnector(hello, 1, MAX_UNDER_WAY, null);
  }

  /** A new connection. */
  RpcConnection connect(ClusterNode node) throws Exception {
    return connector
        .connect(cluster.network().client(node.id()).toString())
        .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** The name of the partition that a row is in. */
  String partition(byte[] row) {
    try (ZabClient client = cluster.client().build()) {
      return ZabClient.await(client.admin().ring()).ring().partitionOf(row).name();
    }
  }

  @Override
  public void close() {
    connector.close();
  }
}
