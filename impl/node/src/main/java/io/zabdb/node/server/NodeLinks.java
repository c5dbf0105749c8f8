package io.zabdb.node.server;

import io.netty.channel.EventLoopGroup;
import io.zabdb.budget.Purpose;
import io.zabdb.environment.Loop;
import io.zabdb.net.tls.Tls;
import io.zabdb.node.api.NodeContext;
import io.zabdb.node.config.Address;
import io.zabdb.node.loop.NettyLoop;
import io.zabdb.rpc.RpcClient;
import io.zabdb.rpc.RpcConnection;
import io.zabdb.rpc.wire.ClientHello;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ways to other nodes of the cluster, by their ports for clients: one connection a node, made
 * when it is needed. Where nodes are, others say, the configuration manager among them; who is
 * there, only the node itself: another's answer would be taken for its word. Thread-safe.
 */
public final class NodeLinks implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(NodeLinks.class);

  private final Topology topology;
  private final Function<InetSocketAddress, CompletableFuture<RpcConnection>> connector;
  private final Deadlines deadlines;
  private final Runnable end;
  private final Map<Integer, CompletableFuture<RpcConnection>> connections =
      new ConcurrentHashMap<>();

  /** By node, the address at which another one was found last. */
  private final Map<Integer, Address> refuted = new ConcurrentHashMap<>();

  /**
   * @param topology knows where nodes are
   * @param connector connects to a node of this cluster
   * @param loop watches how long other nodes take
   */
  public NodeLinks(
      Topology topology,
      Function<InetSocketAddress, CompletableFuture<RpcConnection>> connector,
      Loop loop) {
    this(topology, connector, loop, () -> {});
  }

  private NodeLinks(
      Topology topology,
      Function<InetSocketAddress, CompletableFuture<RpcConnection>> connector,
      Loop loop,
      Runnable end) {
    this.topology = topology;
    this.connector = connector;
    deadlines = new Deadlines(loop);
    this.end = end;
  }

  /**
   * Those of a node of the product.
   *
   * @throws IOException if its certificate cannot be read
   */
  static NodeLinks open(NodeContext context, Topology topology, EventLoopGroup loops)
      throws IOException {
    Tls tls = context.config().loadTls().orElse(null);
    RpcClient client =
        new RpcClient(
            loops,
            ClientPort.settings(context.config()),
            tls,
            context.budget().account(Purpose.LARGE_ANSWERS));
    ClientHello hello =
        ClientHello.newBuilder()
            .setCluster(context.config().cluster().toString())
            .setSoftware(ClientPort.SOFTWARE + " node " + context.config().node())
            .build();
    return new NodeLinks(
        topology,
        address -> client.connect(address, hello),
        new NettyLoop(loops.next()),
        client::close);
  }

  /**
   * The connection to a node.
   *
   * @return fails with {@link IOException} if its address is not known, it cannot be connected to,
   *     or another node is there
   */
  CompletableFuture<RpcConnection> to(int node) {
    Optional<Address> address = topology.clientAddress(node);
    if (address.isEmpty()) {
      return CompletableFuture.failedFuture(new IOException("its address is not known"));
    }
    return connections.compute(
        node, (key, present) -> isUsable(present) ? present : connect(node, address.get()));
  }

  private CompletableFuture<RpcConnection> connect(int node, Address address) {
    try {
      return connector
          .apply(address.unresolved())
          .thenCompose(connection -> checked(connection, node, address));
    } catch (RuntimeException e) {
      // Whoever asked is to hear of it, and nobody else.
      return CompletableFuture.failedFuture(e);
    }
  }

  private CompletableFuture<RpcConnection> checked(
      RpcConnection connection, int node, Address address) {
    int found = connection.server().getNode();
    if (found == node) {
      refuted.remove(node);
      return CompletableFuture.completedFuture(connection);
    }
    connection.close();
    refuted.put(node, address);
    return CompletableFuture.failedFuture(
        new IOException("at " + address + " is node " + found + ", and not node " + node));
  }

  /**
   * Somebody says where a node is: that counts if neither the configuration nor the node's peers
   * have said it, or another node was found there.
   *
   * @param node below 0: none
   * @param address HOST:PORT; empty: nothing is said, and what is no address counts as nothing
   */
  void told(int node, String address) {
    if (node < 0 || address.isEmpty() || isKnown(node)) {
      return;
    }
    try {
      topology.learn(node, Address.parse(address));
    } catch (IllegalArgumentException e) {
      LOG.debug("node {} is said to be at {}, which is no address", node, address, e);
    }
  }

  private boolean isKnown(int node) {
    Optional<Address> known = topology.clientAddress(node);
    return known.isPresent() && !known.get().equals(refuted.get(node));
  }

  private static boolean isUsable(CompletableFuture<RpcConnection> connection) {
    return connection != null
        && (!connection.isDone()
            || (!connection.isCompletedExceptionally() && connection.join().isOpen()));
  }

  /**
   * Asks a node.
   *
   * @param millis how long to wait, the connecting included; at least 1
   * @return the response, also if it is an error; fails with {@link TimeoutException}, or with
   *     {@link IOException} if the node cannot be reached or the connection breaks: then it is not
   *     known whether the node saw the request
   */
  CompletableFuture<Response> ask(int node, Request.Builder request, long millis) {
    CompletableFuture<Response> answer = new CompletableFuture<>();
    to(node)
        .whenComplete(
            (connection, failure) -> {
              if (failure != null) {
                answer.completeExceptionally(failure);
              } else if (!answer.isDone()) {
                connection
                    .send(request.setTimeoutMillis((int) millis))
                    .whenComplete((response, broken) -> complete(answer, response, broken));
              }
            });
    return deadlines.within(millis, answer);
  }

  private static void complete(
      CompletableFuture<Response> answer, Response response, Throwable failure) {
    if (failure != null) {
      answer.completeExceptionally(failure);
    } else {
      answer.complete(response);
    }
  }

  /** Of what other nodes are asked. */
  public Deadlines deadlines() {
    return deadlines;
  }

  @Override
  public void close() {
    connections.values().forEach(connection -> connection.thenAccept(RpcConnection::close));
    end.run();
  }
}
