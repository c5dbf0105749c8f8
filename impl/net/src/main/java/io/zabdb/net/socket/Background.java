package io.zabdb.net.socket;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Makes threads for what blocks. */
public final class Background {

  private static final long IDLE_SECONDS = 10;

  private Background() {}

  /**
   * Runs tasks; those that find no thread free wait. Threads are daemons and end when they have
   * been idle for {@value #IDLE_SECONDS} s, so that this need not be closed.
   *
   * @param name of the threads, behind which their number comes
   * @param most how many threads, at least 1
   */
  public static Executor threads(String name, int most) {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            most,
            most,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            new DefaultThreadFactory(name, true));
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }
}
