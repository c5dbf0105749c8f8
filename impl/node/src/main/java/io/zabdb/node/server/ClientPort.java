package io.zabdb.node.server;

import io.netty.channel.EventLoopGroup;
import io.zabdb.environment.threads.SystemClock;
import io.zabdb.net.tls.Tls;
import io.zabdb.node.api.NodeContext;
import io.zabdb.node.clock.NodeClocks;
import io.zabdb.node.config.Address;
import io.zabdb.node.config.NodeConfig;
import io.zabdb.replica.ReplicaDriver;
import io.zabdb.rpc.RequestHandler;
import io.zabdb.rpc.RpcServer;
import io.zabdb.rpc.RpcSettings;
import io.zabdb.rpc.wire.ServerHello;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** The port for clients, and what is done for them there. */
final class ClientPort implements AutoCloseable {

  static final String SOFTWARE = "zabdb 0.1";

  private final NodeConfig config;
  private final RpcServer server;
  private final ObservedRequests requests;

  /**
   * @param drivers the replicas of this node, by group
   * @param links the ways to nodes that do what this one cannot
   * @param moves takes what other groups ask
   * @param balance takes what operators want of the balancer, and what balancers want of this node
   * @param births bears groups, and takes those that others bear
   */
  ClientPort(
      NodeContext context,
      Topology topology,
      NodeClocks clocks,
      Map<Integer, ReplicaDriver> drivers,
      NodeReport report,
      EventLoopGroup loops,
      NodeLinks links,
      RequestHandler moves,
      RequestHandler balance,
      RequestHandler births)
      throws IOException {
    config = context.config();
    Tls tls = config.loadTls().orElse(null);
    RpcSettings settings = settings(config);
    requests =
        new ObservedRequests(
            new NodeRequests(
                topology,
                drivers,
                replica -> clocks.stamp(replica.group(), replica.appliedTime()),
                config.replication().sessions(),
                config.replication().limits(),
                context.budget(),
                report,
                new Forwarder(links, context.metrics()::requestForwarded),
                moves,
                balance,
                births,
                SystemClock.INSTANCE,
                links),
            context.metrics());
    ServerHello greeting =
        ServerHello.newBuilder()
            .setCluster(config.cluster().toString())
            .setNode(config.node())
            .setSoftware(SOFTWARE)
            .build();
    server = new RpcServer(loops, settings, greeting, tls, context.budget(), requests);
  }

  /** Of connections at the ports for clients, for both sides. */
  static RpcSettings settings(NodeConfig config) {
    return RpcSettings.DEFAULT
        .withMaxConnections(config.network().maxConnections())
        .withTimes(
            RpcSettings.DEFAULT.connectTimeout(),
            config.network().idleTimeout(),
            RpcSettings.DEFAULT.keepalive())
        .withSlowClientTimeout(config.network().slowClientTimeout());
  }

  /** Begins to listen; returns where. */
  Address bind() throws IOException {
    Address wanted = config.network().client();
    return new Address(wanted.host(), server.bind(wanted.host(), wanted.port()).getPort());
  }

  /** Takes no requests any more, and waits for those under way. */
  void stopTaking(Duration limit) throws InterruptedException {
    requests.stop(limit);
  }

  @Override
  public void close() {
    server.close();
  }
}
