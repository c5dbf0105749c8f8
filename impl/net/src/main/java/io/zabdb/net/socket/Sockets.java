package io.zabdb.net.socket;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.resolver.NoopAddressResolverGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * Opens sockets that fit the event loops: without Nagle's delay, and (with NIO, as late as the
 * system's settings say) noticing when the other side's machine is gone.
 */
public final class Sockets {

  private static final int BACKLOG = 1024;

  /** A connection over which nothing goes is probed after so long, and so often. */
  private static final int PROBE_AFTER_SECONDS = 5;

  private static final int PROBE_EACH_SECONDS = 2;
  private static final int PROBES = 3;

  /** What is sent must be acknowledged within this time, or the connection is broken. */
  private static final int UNACKNOWLEDGED_MILLIS = 10_000;

  private Sockets() {}

  /**
   * Listens; blocks until that is done, so not for event loops.
   *
   * @param port 0: any that is free
   * @throws IOException if the address is in use, for instance; the message names it
   */
  public static Channel listen(
      EventLoopGroup loops,
      String host,
      int port,
      WriteBufferWaterMark marks,
      ChannelHandler accepted)
      throws IOException {
    InetAddress address;
    try {
      address = InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new IOException("cannot listen on " + host + ":" + port + ": unknown host", e);
    }
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loops)
            .channel(isEpoll(loops) ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childHandler(tuned(marks, accepted))
            .bind(new InetSocketAddress(address, port))
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(
          "cannot listen on " + host + ":" + port + ": " + bound.cause().getMessage(),
          bound.cause());
    }
    return bound.channel();
  }

  /**
   * Connects.
   *
   * @param loops one loop, or a group of which one is taken
   * @param address resolved
   */
  public static ChannelFuture connect(
      EventLoopGroup loops,
      InetSocketAddress address,
      int timeoutMillis,
      WriteBufferWaterMark marks,
      ChannelHandler handler) {
    return new Bootstrap()
        .group(loops)
        .channel(isEpoll(loops) ? EpollSocketChannel.class : NioSocketChannel.class)
        .resolver(NoopAddressResolverGroup.INSTANCE)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, timeoutMillis)
        .handler(tuned(marks, handler))
        .connect(address);
  }

  private static ChannelHandler tuned(WriteBufferWaterMark marks, ChannelHandler handler) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        ChannelConfig config = channel.config();
        config.setAllocator(Buffers.POOL);
        config.setWriteBufferWaterMark(marks);
        config.setOption(ChannelOption.TCP_NODELAY, true);
        config.setOption(ChannelOption.SO_KEEPALIVE, true);
        if (channel instanceof EpollSocketChannel) {
          config.setOption(EpollChannelOption.TCP_KEEPIDLE, PROBE_AFTER_SECONDS);
          config.setOption(EpollChannelOption.TCP_KEEPINTVL, PROBE_EACH_SECONDS);
          config.setOption(EpollChannelOption.TCP_KEEPCNT, PROBES);
          config.setOption(EpollChannelOption.TCP_USER_TIMEOUT, UNACKNOWLEDGED_MILLIS);
        }
        channel.pipeline().addLast(handler);
      }
    };
  }

  private static boolean isEpoll(EventLoopGroup loops) {
    return loops instanceof IoEventLoopGroup io && io.isIoType(EpollIoHandler.class);
  }
}
