package io.zabdb.maelstrom.runtime;

import io.zabdb.environment.Loop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * One thread that does everything: the one that calls {@link #run}. Others hand it tasks by {@link
 * #execute}, and wait when there are too many. The thread that makes it may prepare it, and is
 * inside it again when {@link #run} has returned.
 */
public final class EventLoop implements Loop {

  /** Tasks of other threads that wait. */
  private static final int MAX_WAITING = 10_000;

  /** After so many rounds what is done before the loop waits is done although it does not. */
  private static final int MAX_ROUNDS = 32;

  private final BlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>(MAX_WAITING);
  private final ArrayDeque<Runnable> own = new ArrayDeque<>();
  private final PriorityQueue<Alarm> timers =
      new PriorityQueue<>(
          Comparator.<Alarm>comparingLong(alarm -> alarm.time)
              .thenComparingLong(alarm -> alarm.number));
  private final List<Runnable> beforeWaiting = new ArrayList<>();
  private volatile Thread thread = Thread.currentThread();
  private long lastTimer;
  private int rounds;
  private volatile boolean over;

  /** A loop that does not run yet. */
  public EventLoop() {}

  /** Does something soon, after what was handed over before by the same thread. */
  @Override
  public void execute(Runnable task) {
    if (isInside()) {
      own.add(task);
      return;
    }
    try {
      // Nobody takes what comes after the end.
      boolean taken = false;
      while (!over && !taken) {
        taken = waiting.offer(task, 1, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while the event loop is busy", e);
    }
  }

  @Override
  public boolean isInside() {
    return Thread.currentThread() == thread;
  }

  @Override
  public Timer schedule(long nanos, Runnable action) {
    Alarm alarm = new Alarm(System.nanoTime() + nanos, action);
    run(alarm::set);
    return alarm;
  }

  private final class Alarm implements Timer {

    private final long time;
    private final Runnable action;
    private long number;
    private boolean cancelled;

    Alarm(long time, Runnable action) {
      this.time = time;
      this.action = action;
    }

    void set() {
      if (!cancelled) {
        number = ++lastTimer;
        timers.add(this);
      }
    }

    @Override
    public void cancel() {
      cancelled = true;
      timers.remove(this);
    }
  }

  /** Does something once so many milliseconds have passed. */
  public void after(long millis, Runnable action) {
    schedule(TimeUnit.MILLISECONDS.toNanos(millis), action);
  }

  /** Does something again and again, at least so many milliseconds apart. */
  public void every(long millis, Runnable action) {
    after(
        millis,
        () -> {
          action.run();
          every(millis, action);
        });
  }

  /**
   * Has this done whenever there is nothing else to do, and every now and then if there always is;
   * ahead of what was given before.
   */
  public void beforeWaiting(Runnable action) {
    beforeWaiting.add(0, action);
  }

  /** {@link #run} returns after the present task. Of the loop's thread. */
  public void stop() {
    over = true;
  }

  /** Runs until stopped. What the loop gives itself does not hold up timers and others for ever. */
  public void run() throws InterruptedException {
    thread = Thread.currentThread();
    while (!over) {
      for (int left = own.size(); left > 0 && !over; left--) {
        own.poll().run();
      }
      Runnable due = dueTimer();
      if (due != null && !over) {
        due.run();
      }
      Runnable task = over ? null : next();
      if (task != null) {
        task.run();
      }
    }
  }

  private Runnable dueTimer() {
    Alarm first = timers.peek();
    return first == null || first.time > System.nanoTime() ? null : timers.poll().action;
  }

  /** What another thread handed over; waits for it if there is nothing else to do. */
  private Runnable next() throws InterruptedException {
    Runnable task = waiting.poll();
    boolean isBusy = task != null || !own.isEmpty();
    if (!isBusy || ++rounds >= MAX_ROUNDS) {
      rounds = 0;
      beforeWaiting.forEach(Runnable::run);
    }
    if (isBusy || over || !own.isEmpty()) {
      return task;
    }
    Alarm first = timers.peek();
    return first == null
        ? waiting.take()
        : waiting.poll(first.time - System.nanoTime(), TimeUnit.NANOSECONDS);
  }
}
