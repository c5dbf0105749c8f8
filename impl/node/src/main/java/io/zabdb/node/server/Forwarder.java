package io.zabdb.node.server;

import io.zabdb.environment.Loop;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.node.config.Address;
import io.zabdb.rpc.Responder;
import io.zabdb.rpc.RpcConnection;
import io.zabdb.rpc.WireErrors;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Passes requests on to other nodes, for clients that know one address only (server-coordinated
 * access; ACaZoo, section III), or do not reach the leader (section IV-B). Answers nothing itself:
 * reads, too, are the leader's to confirm. One connection a node, made when it is needed.
 * Thread-safe.
 */
public final class Forwarder implements AutoCloseable {

  /** How long the answer of another node is waited for if the client does not say how long. */
  private static final long PATIENCE_MILLIS = 10_000;

  private final Topology topology;
  private final Function<InetSocketAddress, CompletableFuture<RpcConnection>> connector;
  private final Map<Integer, CompletableFuture<RpcConnection>> connections =
      new ConcurrentHashMap<>();
  private final Runnable counter;
  private final Loop loop;

  /**
   * @param connector connects to a node of this cluster
   * @param counter run for each request that is passed on
   * @param loop watches how long other nodes take
   */
  public Forwarder(
      Topology topology,
      Function<InetSocketAddress, CompletableFuture<RpcConnection>> connector,
      Runnable counter,
      Loop loop) {
    this.topology = topology;
    this.connector = connector;
    this.counter = counter;
    this.loop = loop;
  }

  /** Passes a request on; the other node may do so once more if {@code further}. */
  void forward(int node, Request request, boolean further, Responder responder) {
    counter.run();
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
    long patience = request.getTimeoutMillis() == 0 ? PATIENCE_MILLIS : request.getTimeoutMillis();
    CompletableFuture<Response> answer = connection.send(request);
    Loop.Timer timer =
        loop.schedule(
            TimeUnit.MILLISECONDS.toNanos(patience),
            () -> answer.completeExceptionally(new TimeoutException()));
    answer.whenComplete(
        (response, failure) -> {
          loop.run(timer::cancel);
          responder.respond(
              failure == null
                  ? response.toBuilder()
                  : unanswered(node, failure, patience, request.hasUpdate()));
        });
  }

  private static Response.Builder unanswered(
      int node, Throwable failure, long patience, boolean isUpdate) {
    return failure instanceof TimeoutException
        ? WireErrors.response(
            ErrorCode.TIMEOUT,
            "node " + node + ", which seems to lead, did not answer in " + patience + " ms",
            isUpdate)
        : unavailable(node, failure.getMessage(), isUpdate);
  }

  private static Response.Builder unavailable(int node, String reason, boolean mayHaveHappened) {
    return WireErrors.response(
        ErrorCode.UNAVAILABLE,
        "node " + node + ", which seems to lead, is not there: " + reason,
        mayHaveHappened);
  }

  @Override
  public void close() {
    connections.values().forEach(connection -> connection.thenAccept(RpcConnection::close));
  }
}
