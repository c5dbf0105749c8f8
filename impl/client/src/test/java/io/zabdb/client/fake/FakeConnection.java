package io.zabdb.client.fake;

import io.zabdb.rpc.RpcConnection;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.ServerHello;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** A connection to a fake node. Messages keep their order in each direction. */
final class FakeConnection implements RpcConnection {

  private final FakeNode node;
  private final VirtualTimers time;
  private final Set<CompletableFuture<Response>> pending = new LinkedHashSet<>();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private long lastThere;
  private long lastBack;

  FakeConnection(FakeNode node, VirtualTimers time) {
    this.node = node;
    this.time = time;
  }

  @Override
  public CompletableFuture<Response> send(Request.Builder builder) {
    if (!isOpen()) {
      return CompletableFuture.failedFuture(new IOException("the connection is closed"));
    }
    Request request = builder.build();
    CompletableFuture<Response> future = new CompletableFuture<>();
    pending.add(future);
    lastThere = Math.max(lastThere, time.now() + node.latency());
    time.in(
        lastThere - time.now(),
        () ->
            node.whenReached(
                () ->
                    node.whenRunning(
                        () -> node.handle(request, response -> answer(future, response)))));
    return future;
  }

  private void answer(CompletableFuture<Response> future, Response.Builder response) {
    Response built = response.build();
    lastBack = Math.max(lastBack, time.now() + node.latency());
    time.in(
        lastBack - time.now(),
        () ->
            node.whenReached(
                () -> {
                  if (pending.remove(future)) {
                    future.complete(built);
                  }
                }));
  }

  void breakOff() {
    closed.complete(null);
    Set<CompletableFuture<Response>> all = new LinkedHashSet<>(pending);
    pending.clear();
    all.forEach(future -> future.completeExceptionally(new IOException("connection reset")));
  }

  @Override
  public ServerHello server() {
    return ServerHello.newBuilder()
        .setNode(node.id())
        .setCluster(FakeCluster.ID.toString())
        .build();
  }

  @Override
  public boolean isOpen() {
    return !closed.isDone();
  }

  @Override
  public CompletableFuture<Void> closed() {
    return closed.copy();
  }

  @Override
  public void close() {
    breakOff();
  }
}
