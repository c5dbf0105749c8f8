package io.zabdb.client.net;

import io.zabdb.rpc.RpcConnection;
import java.util.concurrent.CompletableFuture;

/** Opens connections to nodes. Thread-safe. */
public interface Connector extends AutoCloseable {

  /**
   * Connects to a node, hellos included.
   *
   * @param address HOST:PORT
   * @return fails with {@link io.zabdb.model.error.ZabException} if the node is of another cluster,
   *     and with any other exception if it cannot be reached. May be completed by an event loop.
   */
  CompletableFuture<RpcConnection> connect(String address);

  /** Closes all connections. */
  @Override
  void close();
}
