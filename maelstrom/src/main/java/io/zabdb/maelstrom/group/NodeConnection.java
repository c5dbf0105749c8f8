package io.zabdb.maelstrom.group;

import io.zabdb.rpc.RpcConnection;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.ServerHello;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A way for requests to a node, which is never closed. Of the event loop. */
final class NodeConnection implements RpcConnection {

  /** How requests get there. */
  interface Exchange {

    /**
     * Takes a request.
     *
     * @param back is called once, never from within this call; empty: there was no answer in time
     */
    void send(Request request, Consumer<Optional<Response>> back);
  }

  private final int node;
  private final Exchange exchange;
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private long lastId;

  /**
   * @param node to which it is
   */
  NodeConnection(int node, Exchange exchange) {
    this.node = node;
    this.exchange = exchange;
  }

  @Override
  public CompletableFuture<Response> send(Request.Builder request) {
    CompletableFuture<Response> answer = new CompletableFuture<>();
    exchange.send(
        request.setId(++lastId).build(),
        response ->
            response.ifPresentOrElse(
                answer::complete,
                () -> answer.completeExceptionally(new IOException("no answer in time"))));
    return answer;
  }

  @Override
  public ServerHello server() {
    return ServerHello.newBuilder().setNode(node).build();
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public CompletableFuture<Void> closed() {
    return closed;
  }

  @Override
  public void close() {}
}
