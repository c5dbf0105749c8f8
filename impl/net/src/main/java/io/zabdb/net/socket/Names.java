package io.zabdb.net.socket;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/** Finds the addresses of host names without blocking event loops. Thread-safe. */
public final class Names {

  private static final int THREADS = 4;

  private final Executor threads = Background.threads("zabdb-names", THREADS);

  /**
   * Looks the host up afresh, whether or not the address is resolved.
   *
   * @return completed at once if the host is an IP address; fails with {@link UnknownHostException}
   */
  public CompletableFuture<InetSocketAddress> resolve(InetSocketAddress address) {
    String host = address.getHostString();
    byte[] bytes = NetUtil.createByteArrayFromIpAddressString(host);
    if (bytes != null) {
      return CompletableFuture.completedFuture(
          new InetSocketAddress(literal(host, bytes), address.getPort()));
    }
    return CompletableFuture.supplyAsync(() -> lookUp(host, address.getPort()), threads);
  }

  private static InetAddress literal(String host, byte[] bytes) {
    try {
      return InetAddress.getByAddress(host, bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an IP address of " + bytes.length + " bytes", e);
    }
  }

  private static InetSocketAddress lookUp(String host, int port) {
    try {
      return new InetSocketAddress(InetAddress.getByName(host), port);
    } catch (UnknownHostException e) {
      throw new CompletionException(new UnknownHostException("unknown host " + host));
    }
  }
}
