package io.zabdb.maelstrom.runtime;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * One thread that does everything: the one that calls {@link #run}. Others hand it tasks by {@link
 * #execute}, and wait when there are too many.
 */
public final class EventLoop implements Executor {

  /** Tasks of other threads that wait. */
  private static final int MAX_WAITING = 10_000;

  private record Timer(long due, long number, Runnable action) {}

  private final BlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>(MAX_WAITING);
  private final ArrayDeque<Runnable> own = new ArrayDeque<>();
  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(Comparator.comparingLong(Timer::due).thenComparingLong(Timer::number));
  private Thread thread = Thread.currentThread();
  private long lastTimer;
  private boolean over;

  /** A loop that does not run yet. The thread that makes it may prepare it. */
  public EventLoop() {}

  /** Does something soon, after what was handed over before by the same thread. */
  @Override
  public void execute(Runnable task) {
    if (Thread.currentThread() == thread) {
      own.add(task);
      return;
    }
    try {
      waiting.put(task);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while the event loop is busy", e);
    }
  }

  /** Does something once so many milliseconds have passed. Of the loop's thread. */
  public void after(long millis, Runnable action) {
    long due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    timers.add(new Timer(due, ++lastTimer, action));
  }

  /** Does something again and again, at least so many milliseconds apart. Of the loop's thread. */
  public void every(long millis, Runnable action) {
    after(
        millis,
        () -> {
          action.run();
          every(millis, action);
        });
  }

  /** {@link #run} returns after the present task. Of the loop's thread. */
  public void stop() {
    over = true;
  }

  /** Runs until stopped. */
  public void run() throws InterruptedException {
    thread = Thread.currentThread();
    while (!over) {
      Runnable task = own.poll();
      if (task == null) {
        task = dueTimer();
      }
      if (task == null) {
        task = await();
      }
      if (task != null) {
        task.run();
      }
    }
  }

  private Runnable dueTimer() {
    Timer first = timers.peek();
    return first == null || first.due() > System.nanoTime() ? null : timers.poll().action();
  }

  private Runnable await() throws InterruptedException {
    Timer first = timers.peek();
    return first == null
        ? waiting.take()
        : waiting.poll(first.due() - System.nanoTime(), TimeUnit.NANOSECONDS);
  }
}
