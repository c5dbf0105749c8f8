package io.zabdb.client.fake;

import io.zabdb.client.time.Timers;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** Time that passes only when a test says so. For one thread. */
public final class VirtualTimers implements Timers {

  private static final class Event implements Alarm {
    private final long time;
    private final long number;
    private Runnable action;

    private Event(long time, long number, Runnable action) {
      this.time = time;
      this.number = number;
      this.action = action;
    }

    @Override
    public void cancel() {
      action = null;
    }
  }

  private final PriorityQueue<Event> events =
      new PriorityQueue<>(
          Comparator.<Event>comparingLong(event -> event.time)
              .thenComparingLong(event -> event.number));

  private long now = 1_000_000_000L;
  private long number;

  @Override
  public long now() {
    return now;
  }

  @Override
  public Alarm in(long delay, Runnable action) {
    Event event = new Event(now + Math.max(0, delay), number++, action);
    events.add(event);
    return event;
  }

  /** Arranges something at a time from now. */
  public void in(Duration delay, Runnable action) {
    in(delay.toNanos(), action);
  }

  @Override
  public void close() {
    events.clear();
  }

  /** Lets time pass. */
  public void pass(Duration time) {
    long end = now + time.toNanos();
    while (!events.isEmpty() && events.peek().time <= end) {
      next();
    }
    now = end;
  }

  /**
   * Lets time pass until something holds.
   *
   * @return how much passed
   * @throws AssertionError if it does not hold within the limit
   */
  public Duration until(BooleanSupplier holds, Duration limit) {
    long start = now;
    while (!holds.getAsBoolean()) {
      if (events.isEmpty() || events.peek().time > start + limit.toNanos()) {
        throw new AssertionError("did not come about in " + limit);
      }
      next();
    }
    return Duration.ofNanos(now - start);
  }

  /** Lets time pass until a future is complete. */
  public Duration until(CompletableFuture<?> future) {
    return until(future::isDone, Duration.ofMinutes(10));
  }

  private void next() {
    Event event = events.poll();
    now = Math.max(now, event.time);
    if (event.action != null) {
      event.action.run();
    }
  }
}
