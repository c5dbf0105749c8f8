package io.zabdb.node.server;

import io.netty.channel.EventLoopGroup;
import io.zabdb.budget.MemoryBudget;
import io.zabdb.net.socket.Loops;
import io.zabdb.node.Configs;
import io.zabdb.node.api.DiskRoom;
import io.zabdb.node.api.NodeContext;
import io.zabdb.node.metrics.NodeMetrics;
import io.zabdb.replica.ReplicaDriver;
import io.zabdb.replica.ReplicaTraces;
import io.zabdb.replica.health.NodeHealth;
import io.zabdb.rpc.RpcClient;
import io.zabdb.rpc.RpcConnection;
import io.zabdb.rpc.RpcSettings;
import io.zabdb.rpc.wire.ClientHello;
import io.zabdb.rpc.wire.GetRing;
import io.zabdb.rpc.wire.GetStatus;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A node that is a cluster by itself, leads, and knows what its groups have, and a connection to
 * it. For one thread.
 */
final class LoneNode implements AutoCloseable {

  private static final int MAX_SECONDS = 60;

  /** A disk that is never full. */
  static final DiskRoom PLENTY =
      new DiskRoom() {
        @Override
        public long freeBytes() {
          return 1L << 40;
        }

        @Override
        public boolean isShort() {
          return false;
        }
      };

  private final NodeMetrics metrics = new NodeMetrics();
  private final EventLoopGroup loops = Loops.create("test", 1);
  private final RpcClient client = new RpcClient(loops, RpcSettings.DEFAULT, null);
  private final NodeReplicas node;
  private final RpcConnection connection;

  /**
   * Starts it, and returns when it leads and has applied what founds its groups.
   *
   * @param options pairs of a name and a value
   */
  LoneNode(Path directory, MemoryBudget budget, String... options) throws IOException {
    node =
        new NodeReplicas(
            new NodeContext(
                Configs.alone(directory, options),
                new CountedStarts(7),
                metrics,
                budget,
                PLENTY,
                new NodeHealth(),
                Optional.empty(),
                (group, cause) -> {
                  throw new AssertionError(cause);
                }),
            ReplicaTraces.NONE);
    node.start();
    connection = connect();
    while (!leads()) {
      Thread.onSpinWait();
    }
  }

  private boolean leads() {
    return status().getReplicasList().stream()
        .allMatch(replica -> replica.getPhase().equals("BROADCAST") && replica.getApplied() > 0);
  }

  /** Another connection. */
  RpcConnection connect() {
    return client
        .connect(node.clientAddress().resolve(), ClientHello.getDefaultInstance())
        .orTimeout(MAX_SECONDS, TimeUnit.SECONDS)
        .join();
  }

  /** The connection that {@link #ask} uses. */
  RpcConnection connection() {
    return connection;
  }

  Response ask(Request.Builder request) {
    return connection.send(request).orTimeout(MAX_SECONDS, TimeUnit.SECONDS).join();
  }

  /** Its replica of a group. */
  ReplicaDriver driver(int group) {
    return node.replica(group);
  }

  NodeStatus status() {
    return ask(Request.newBuilder().setGetStatus(GetStatus.getDefaultInstance())).getStatus();
  }

  /** How many replicas it should have. */
  int expected() {
    return node.expected();
  }

  /** What is scraped of it. */
  String scrape() {
    return metrics.scrape();
  }

  /** How its only replica is. */
  NodeStatus.Replica replica() {
    return status().getReplicas(0);
  }

  /** The name of its only partition. */
  String partition() {
    return ask(Request.newBuilder().setGetRing(GetRing.getDefaultInstance()))
        .getRing()
        .getPartitions(0)
        .getName();
  }

  @Override
  public void close() {
    client.close();
    node.close();
    metrics.close();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
