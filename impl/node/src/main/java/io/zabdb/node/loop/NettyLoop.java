package io.zabdb.node.loop;

import io.netty.channel.EventLoop;
import io.zabdb.environment.Loop;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** An event loop of Netty, which serves sockets too, as the loop of replicas. Thread-safe. */
public final class NettyLoop implements Loop {

  private final EventLoop loop;

  public NettyLoop(EventLoop loop) {
    this.loop = loop;
  }

  @Override
  public void execute(Runnable action) {
    try {
      loop.execute(action);
    } catch (RejectedExecutionException e) {
      // It has ended, and with it what the action was about.
      return;
    }
  }

  @Override
  public boolean isInside() {
    return loop.inEventLoop();
  }

  @Override
  public Timer schedule(long nanos, Runnable action) {
    try {
      ScheduledFuture<?> timer = loop.schedule(action, nanos, TimeUnit.NANOSECONDS);
      return () -> timer.cancel(false);
    } catch (RejectedExecutionException e) {
      return () -> {};
    }
  }
}
