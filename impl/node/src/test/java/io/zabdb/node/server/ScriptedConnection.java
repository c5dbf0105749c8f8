package io.zabdb.node.server;

import io.zabdb.rpc.RpcConnection;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.ServerHello;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A connection to a node whose answers the test gives. */
final class ScriptedConnection implements RpcConnection {

  private final int node;
  private final Function<Request.Builder, CompletableFuture<Response>> script;
  private boolean isOpen = true;

  /**
   * @param node the one that it says to be
   */
  ScriptedConnection(int node, Function<Request.Builder, CompletableFuture<Response>> script) {
    this.node = node;
    this.script = script;
  }

  /** One to a node that says nothing more. */
  static ScriptedConnection silent(int node) {
    return new ScriptedConnection(node, request -> new CompletableFuture<>());
  }

  @Override
  public CompletableFuture<Response> send(Request.Builder request) {
    return script.apply(request);
  }

  @Override
  public ServerHello server() {
    return ServerHello.newBuilder().setNode(node).build();
  }

  @Override
  public boolean isOpen() {
    return isOpen;
  }

  @Override
  public CompletableFuture<Void> closed() {
    return new CompletableFuture<>();
  }

  @Override
  public void close() {
    isOpen = false;
  }
}
