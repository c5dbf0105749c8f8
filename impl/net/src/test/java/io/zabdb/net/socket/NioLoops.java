package io.zabdb.net.socket;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioIoHandler;

/** What a machine without epoll gets. */
public final class NioLoops {

  private NioLoops() {}

  public static EventLoopGroup create(String name, int threads) {
    return Loops.create(name, threads, error -> {}, NioIoHandler.newFactory());
  }
}
