package io.zabdb.transport.socket;

import io.netty.util.NetUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Finds the addresses of host names without blocking event loops. Thread-safe. */
public final class Names implements AutoCloseable {

  private static final int THREADS = 4;
  private static final long IDLE_SECONDS = 10;

  private final ThreadPoolExecutor threads;

  public Names() {
    threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            new DefaultThreadFactory("zabdb-names", true));
    threads.allowCoreThreadTimeOut(true);
  }

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

  /** Look-ups under way are given up. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
