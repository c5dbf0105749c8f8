package io.zabdb.replica;

import io.zabdb.environment.Clock;
import io.zabdb.environment.Loop;
import io.zabdb.environment.Worker;
import io.zabdb.environment.Workers;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;

/** A loop, workers and their clock whose tasks are events of one timeline, without any thread. */
final class Timeline implements Clock {

  /** A task takes so long until it runs. */
  private static final long TASK_NANOS = 10_000;

  private static final int MAX_EVENTS = 10_000_000;

  private record Event(long time, long number, Runnable action) {}

  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::time).thenComparing(Event::number));
  private long now;
  private long number;
  private boolean inLoop;

  private void at(long time, Runnable action) {
    events.add(new Event(time, ++number, action));
  }

  /** Lets time pass until something is so. */
  void runUntil(String what, BooleanSupplier condition) {
    for (int i = 0; !condition.getAsBoolean(); i++) {
      Event event = events.poll();
      if (event == null || i == MAX_EVENTS) {
        throw new AssertionError("no " + what + " after " + i + " events");
      }
      now = event.time();
      event.action().run();
    }
  }

  /** Nothing happens of what was to come. */
  void endProcess() {
    events.clear();
  }

  /** How many events there have been. */
  long events() {
    return number;
  }

  @Override
  public long nanos() {
    return now;
  }

  @Override
  public long millis() {
    return now / 1_000_000;
  }

  private void inLoop(Runnable action) {
    inLoop = true;
    try {
      action.run();
    } finally {
      inLoop = false;
    }
  }

  Loop loop() {
    return new Loop() {
      @Override
      public void execute(Runnable action) {
        at(now, () -> inLoop(action));
      }

      @Override
      public boolean isInside() {
        return inLoop;
      }

      @Override
      public Timer schedule(long nanos, Runnable action) {
        boolean[] cancelled = {false};
        at(
            now + Math.max(0, nanos),
            () -> {
              if (!cancelled[0]) {
                inLoop(action);
              }
            });
        return () -> cancelled[0] = true;
      }
    };
  }

  Workers workers() {
    return (purpose, maxWaiting) -> new Task();
  }

  /** One worker; whoever closes it has what it was given run at once. */
  private final class Task implements Worker {

    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private boolean closed;

    @Override
    public boolean submit(Runnable task) {
      if (!closed) {
        waiting.add(task);
        at(now + TASK_NANOS, this::runOne);
      }
      return !closed;
    }

    private void runOne() {
      Runnable next = waiting.poll();
      if (next != null) {
        next.run();
      }
    }

    @Override
    public boolean isClosed() {
      return closed;
    }

    @Override
    public void close() {
      closed = true;
      while (!waiting.isEmpty()) {
        runOne();
      }
    }
  }
}
