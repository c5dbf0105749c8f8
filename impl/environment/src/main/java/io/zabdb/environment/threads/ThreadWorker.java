package io.zabdb.environment.threads;

import io.zabdb.environment.Worker;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A worker with a thread, which ends when there was nothing to do for a while. */
final class ThreadWorker implements Worker {

  private static final long IDLE_SECONDS = 10;

  /** Queues longer than that take memory as they grow, not before. */
  private static final int MAX_PREPARED = 1_024;

  private final ThreadPoolExecutor pool;

  ThreadWorker(int maxWaiting, ThreadFactory threads) {
    BlockingQueue<Runnable> queue =
        maxWaiting <= MAX_PREPARED
            ? new ArrayBlockingQueue<>(maxWaiting)
            : new LinkedBlockingQueue<>(maxWaiting);
    pool = new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, queue, threads);
    pool.allowCoreThreadTimeOut(true);
  }

  @Override
  public boolean submit(Runnable task) {
    try {
      pool.execute(task);
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  @Override
  public boolean isClosed() {
    return pool.isShutdown();
  }

  @Override
  public void close() {
    pool.shutdown();
    boolean interrupted = false;
    while (!pool.isTerminated()) {
      try {
        pool.awaitTermination(1, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        // What the tasks use must not be closed under them.
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
