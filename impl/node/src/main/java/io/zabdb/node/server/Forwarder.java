package io.zabdb.node.server;

import io.zabdb.node.config.Address;
import io.zabdb.transport.rpc.Responder;
import io.zabdb.transport.rpc.RpcConnection;
import io.zabdb.transport.wire.Error;
import io.zabdb.transport.wire.ErrorCode;
import io.zabdb.transport.wire.Request;
import io.zabdb.transport.wire.Response;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Passes requests on to other nodes, for clients that know one address only (server-coordinated
 * access; ACaZoo, section III). One connection a node, made when it is needed. Thread-safe.
 */
public final class Forwarder implements AutoCloseable {

  private final Topology topology;
  private final Function<InetSocketAddress, CompletableFuture<RpcConnection>> connector;
  private final Map<Integer, CompletableFuture<RpcConnection>> connections =
      new ConcurrentHashMap<>();

  /**
   * @param connector connects to a node of this cluster
   */
  public Forwarder(
      Topology topology, Function<InetSocketAddress, CompletableFuture<RpcConnection>> connector) {
    this.topology = topology;
    this.connector = connector;
  }

  /** Passes a request on; the other node may do so once more if {@code further}. */
  void forward(int node, Request request, boolean further, Responder responder) {
    Optional<Address> address = topology.clientAddress(node);
    if (address.isEmpty()) {
      responder.respond(unavailable(node, "its address is not known", false));
      return;
    }
    connection(node, address.get())
        .whenComplete(
            (connection, failure) -> {
              if (failure != null) {
                connections.remove(node);
                responder.respond(unavailable(node, failure.getMessage(), false));
              } else {
                send(node, connection, request.toBuilder().setForward(further), responder);
              }
            });
  }

  private CompletableFuture<RpcConnection> connection(int node, Address address) {
    return connections.compute(
        node,
        (key, present) -> {
          boolean usable =
              present != null
                  && (!present.isDone()
                      || (!present.isCompletedExceptionally() && present.join().isOpen()));
          return usable ? present : connector.apply(address.resolve());
        });
  }

  private void send(
      int node, RpcConnection connection, Request.Builder request, Responder responder) {
    connection
        .send(request)
        .whenComplete(
            (response, failure) ->
                responder.respond(
                    failure == null
                        ? response.toBuilder()
                        : unavailable(node, failure.getMessage(), request.hasUpdate())));
  }

  private static Response.Builder unavailable(int node, String reason, boolean mayHaveHappened) {
    return Response.newBuilder()
        .setError(
            Error.newBuilder()
                .setCode(ErrorCode.UNAVAILABLE)
                .setMessage("node " + node + ", which seems to lead, is not there: " + reason)
                .setMayHaveHappened(mayHaveHappened));
  }

  @Override
  public void close() {
    connections.values().forEach(connection -> connection.thenAccept(RpcConnection::close));
  }
}
