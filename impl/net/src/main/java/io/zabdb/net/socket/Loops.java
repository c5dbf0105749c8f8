package io.zabdb.net.socket;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/** Makes event loops: epoll's where its native library fits the machine, otherwise NIO's. */
public final class Loops {

  private Loops() {}

  /**
   * Loops that go on whatever their tasks throw.
   *
   * @param name of the threads, behind which their number comes
   * @param threads how many loops, each a daemon thread of its own, at least 1
   */
  public static EventLoopGroup create(String name, int threads) {
    return create(name, threads, error -> {});
  }

  /**
   * Loops of a process that an {@link Error} must end: what the task had to do is half done.
   *
   * @param fatal hears of the errors of tasks and, by {@link #raiseIfError}, of handlers; by the
   *     thread of the loop
   */
  public static EventLoopGroup create(String name, int threads, Consumer<Error> fatal) {
    return create(
        name,
        threads,
        fatal,
        Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
  }

  static EventLoopGroup create(
      String name, int threads, Consumer<Error> fatal, IoHandlerFactory factory) {
    if (threads < 1) {
      throw new IllegalArgumentException(threads + " event loops, where 1 is the least");
    }
    return new MultiThreadIoEventLoopGroup(
        threads, new DefaultThreadFactory(name, true), factory, fatal) {
      @Override
      @SuppressWarnings("unchecked")
      protected IoEventLoop newChild(
          Executor executor, IoHandlerFactory ioHandlerFactory, Object... args) {
        return new WatchedLoop(this, executor, ioHandlerFactory, (Consumer<Error>) args[0]);
      }
    };
  }

  /** What a handler got as an exception is given to those who hear of errors, if it is one. */
  public static void raiseIfError(Channel channel, Throwable thrown) {
    if (thrown instanceof Error error) {
      try {
        channel
            .eventLoop()
            .execute(
                () -> {
                  throw error;
                });
      } catch (RejectedExecutionException e) {
        error.addSuppressed(e);
        throw error;
      }
    }
  }
}
