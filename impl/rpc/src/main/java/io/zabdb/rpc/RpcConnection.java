package io.zabdb.rpc;

import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.ServerHello;
import java.util.concurrent.CompletableFuture;

/** A connection from a client to a node, after the hellos. Thread-safe. */
public interface RpcConnection extends AutoCloseable {

  /**
   * Sends a request; many may be under way. The id is filled in here.
   *
   * @return the response, also if it is an error; fails with {@link java.io.IOException} if the
   *     connection breaks first: then it is not known whether the node saw the request. Completed
   *     by an event loop, which must not be blocked.
   */
  CompletableFuture<Response> send(Request.Builder request);

  /** What the node said of itself. */
  ServerHello server();

  boolean isOpen();

  /** Completed when the connection is closed, by whomever. */
  CompletableFuture<Void> closed();

  @Override
  void close();
}
