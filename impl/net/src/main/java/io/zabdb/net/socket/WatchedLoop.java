package io.zabdb.net.socket;

import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * An event loop that tells of errors, and that closes its channels when it ends.
 *
 * <p>Netty's own logs what a task throws as a warning and goes on, and keeps what a scheduled task
 * throws in a future at which nobody looks. And it leaves its channels open if it is told to end
 * while it runs its tasks: it closes them at the beginning of a turn, and asks at the end of one
 * whether it may end.
 */
final class WatchedLoop extends SingleThreadIoEventLoop {

  private final Consumer<Error> fatal;

  /** It was told to end before its last turn began. */
  private boolean lastTurn;

  WatchedLoop(
      IoEventLoopGroup parent, Executor executor, IoHandlerFactory factory, Consumer<Error> fatal) {
    super(parent, executor, factory);
    this.fatal = fatal;
  }

  @Override
  protected boolean confirmShutdown() {
    boolean mayEnd = super.confirmShutdown();
    if (mayEnd && !lastTurn) {
      lastTurn = true;
      // So that the turn does not wait for its channels.
      execute(() -> {});
      return false;
    }
    return mayEnd;
  }

  private Runnable watched(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (Error e) {
        fatal.accept(e);
        throw e;
      }
    };
  }

  @Override
  public void execute(Runnable task) {
    super.execute(watched(task));
  }

  @Override
  public void lazyExecute(Runnable task) {
    super.lazyExecute(watched(task));
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
    return super.schedule(watched(task), delay, unit);
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
    return super.schedule(
        () -> {
          try {
            return task.call();
          } catch (Error e) {
            fatal.accept(e);
            throw e;
          }
        },
        delay,
        unit);
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable task, long delay, long period, TimeUnit unit) {
    return super.scheduleAtFixedRate(watched(task), delay, period, unit);
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable task, long delay, long period, TimeUnit unit) {
    return super.scheduleWithFixedDelay(watched(task), delay, period, unit);
  }
}
