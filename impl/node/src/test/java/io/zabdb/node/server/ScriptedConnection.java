package io.zabdb.node.server;

import io.zabdb.rpc.RpcConnection;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.ServerHello;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A connection to a node whose answers the test gives. */
final class ScriptedConnection implements RpcConnection {

  private final Function<Request.Builder, CompletableFuture<Response>> script;
  private boolean isOpen = true;

  ScriptedConnection(Function<Request.Builder, CompletableFuture<Response>> script) {
    this.script = script;
  }

  /** One that says nothing. */
  static ScriptedConnection silent() {
    return new ScriptedConnection(request -> new CompletableFuture<>());
  }

  @Override
  public CompletableFuture<Response> send(Request.Builder request) {
    return script.apply(request);
  }

  @Override
  public ServerHello server() {
    return ServerHello.getDefaultInstance();
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
