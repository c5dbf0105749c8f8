package io.zabdb.transport.socket;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;

/** Makes event loops: epoll's where its native library fits the machine, otherwise NIO's. */
public final class Loops {

  private Loops() {}

  /**
   * @param name of the threads, behind which their number comes
   * @param threads how many loops, each a daemon thread of its own, at least 1
   */
  public static EventLoopGroup create(String name, int threads) {
    return create(
        name,
        threads,
        Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
  }

  static EventLoopGroup create(String name, int threads, IoHandlerFactory factory) {
    if (threads < 1) {
      throw new IllegalArgumentException(threads + " event loops, where 1 is the least");
    }
    return new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory(name, true), factory);
  }
}
