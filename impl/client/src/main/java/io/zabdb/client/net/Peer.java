package io.zabdb.client.net;

import io.zabdb.client.time.Timers;
import io.zabdb.rpc.RpcConnection;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A node as the client sees it, with the one connection to it. Thread-safe. */
public final class Peer {

  /** Whoever is there. */
  static final int ANY_NODE = -1;

  private final String address;
  private final Connector connector;
  private final Timers timers;
  private CompletableFuture<RpcConnection> connection;
  private volatile long lastAnswer;

  Peer(String address, Connector connector, Timers timers) {
    this.address = address;
    this.connector = connector;
    this.timers = timers;
    lastAnswer = timers.now();
  }

  /** HOST:PORT. */
  public String address() {
    return address;
  }

  /** When it last answered anything; at first, when it became known. */
  public long lastAnswer() {
    return lastAnswer;
  }

  /**
   * Sends a request, over a new connection if there is none.
   *
   * @param request asked for once connected; gives null if nothing is to be sent any more
   * @param end told once, maybe from within this call; not told if nothing is sent
   */
  public void exchange(Supplier<Request.Builder> request, Consumer<Outcome> end) {
    exchange(ANY_NODE, request, end);
  }

  /**
   * The same, of a request that is meant for one node: whoever else is at this address, since who
   * told of it was wrong or behind, does not see it.
   *
   * @param node its id
   */
  void exchange(int node, Supplier<Request.Builder> request, Consumer<Outcome> end) {
    connection()
        .whenComplete(
            (open, failure) -> {
              if (failure != null) {
                end.accept(new Outcome.NotSent(cause(failure)));
              } else if (node != ANY_NODE && node != open.server().getNode()) {
                String wrong = "it is node " + open.server().getNode() + ", and not node " + node;
                end.accept(new Outcome.NotSent(new IOException(wrong)));
              } else {
                send(open, request, end);
              }
            });
  }

  private void send(RpcConnection open, Supplier<Request.Builder> request, Consumer<Outcome> end) {
    Request.Builder toSend = request.get();
    if (toSend == null) {
      return;
    }
    open.send(toSend)
        .whenComplete(
            (response, failure) ->
                end.accept(failure == null ? answered(response) : broken(failure)));
  }

  private Outcome answered(Response response) {
    lastAnswer = timers.now();
    return new Outcome.Answered(response);
  }

  private static Outcome broken(Throwable failure) {
    return new Outcome.Broken(cause(failure));
  }

  private static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  private synchronized CompletableFuture<RpcConnection> connection() {
    if (connection == null || isGone(connection)) {
      connection = connect();
    }
    return connection;
  }

  private CompletableFuture<RpcConnection> connect() {
    try {
      return connector.connect(address);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static boolean isGone(CompletableFuture<RpcConnection> connection) {
    return connection.isDone()
        && (connection.isCompletedExceptionally() || !connection.join().isOpen());
  }

  @Override
  public String toString() {
    return address;
  }
}
