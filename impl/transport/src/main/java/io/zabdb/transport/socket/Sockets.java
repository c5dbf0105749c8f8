package io.zabdb.transport.socket;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
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

/** Opens sockets that fit the event loops: without Nagle's delay, with keepalive. */
public final class Sockets {

  private static final int BACKLOG = 1024;

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
            .childOption(ChannelOption.ALLOCATOR, Buffers.POOL)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, marks)
            .childHandler(accepted)
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
        .option(ChannelOption.ALLOCATOR, Buffers.POOL)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.SO_KEEPALIVE, true)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, timeoutMillis)
        .option(ChannelOption.WRITE_BUFFER_WATER_MARK, marks)
        .handler(handler)
        .connect(address);
  }

  private static boolean isEpoll(EventLoopGroup loops) {
    return loops instanceof IoEventLoopGroup io && io.isIoType(EpollIoHandler.class);
  }
}
