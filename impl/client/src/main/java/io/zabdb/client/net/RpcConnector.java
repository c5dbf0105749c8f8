package io.zabdb.client.net;

import io.netty.channel.EventLoopGroup;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.net.frame.RefusedException;
import io.zabdb.net.socket.Loops;
import io.zabdb.net.tls.Tls;
import io.zabdb.rpc.HelloRefusedException;
import io.zabdb.rpc.RpcClient;
import io.zabdb.rpc.RpcConnection;
import io.zabdb.rpc.RpcSettings;
import io.zabdb.rpc.WireErrors;
import io.zabdb.rpc.wire.ClientHello;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Connects over TCP. */
public final class RpcConnector implements Connector {

  private final EventLoopGroup loops;
  private final RpcClient client;
  private final ClientHello hello;

  /**
   * @param hello the cluster that is wanted, and this client
   * @param threads of event loops, at least 1
   * @param maxUnderWay requests on one connection
   * @param tls null: none
   */
  public RpcConnector(ClientHello hello, int threads, int maxUnderWay, Tls tls) {
    this.hello = hello;
    loops = Loops.create("zabdb-client", threads);
    RpcSettings settings = RpcSettings.DEFAULT;
    client = new RpcClient(loops, settings.withMaxUnderWay(maxUnderWay), tls);
  }

  @Override
  public CompletableFuture<RpcConnection> connect(String address) {
    return client
        .connect(Addresses.parse(address), hello)
        .exceptionallyCompose(failure -> CompletableFuture.failedFuture(named(address, failure)));
  }

  private static Throwable named(String address, Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof HelloRefusedException refused
        && WireErrors.code(refused.error()) == ErrorCode.WRONG_CLUSTER) {
      return new ZabException(
          ErrorCode.WRONG_CLUSTER, refused.getMessage() + " (node " + address + ")", false, cause);
    }
    if (cause instanceof RefusedException) {
      return new ZabException(
          ErrorCode.UNREACHABLE,
          address + " does not speak the protocol of this client: " + cause.getMessage(),
          false,
          cause);
    }
    return cause;
  }

  @Override
  public void close() {
    client.close();
    // Closes the connections, too.
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
