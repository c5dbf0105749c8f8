package io.zabdb.node.server;

import io.zabdb.environment.Loop;
import java.util.ArrayList;
import java.util.List;

/** A loop whose timers are due when the test says that time has passed. Thread-safe. */
final class HandTimers implements Loop {

  private record Due(long nanos, Runnable action) {}

  private final Loop loop;
  private final List<Due> timers = new ArrayList<>();
  private long now;

  HandTimers(Loop loop) {
    this.loop = loop;
  }

  @Override
  public void execute(Runnable action) {
    loop.execute(action);
  }

  @Override
  public boolean isInside() {
    return loop.isInside();
  }

  @Override
  public synchronized Timer schedule(long nanos, Runnable action) {
    Due due = new Due(now + nanos, action);
    timers.add(due);
    return () -> remove(due);
  }

  private synchronized void remove(Due due) {
    timers.removeIf(each -> each == due);
  }

  /** In nanoseconds, from an arbitrary time on. */
  synchronized long now() {
    return now;
  }

  /** How many have neither run nor been cancelled. */
  synchronized int waiting() {
    return timers.size();
  }

  /** Lets time pass: what is due by then runs, by the loop. */
  void pass(long nanos) {
    List<Due> due;
    synchronized (this) {
      now += nanos;
      due = timers.stream().filter(each -> each.nanos <= now).toList();
      timers.removeAll(due);
    }
    due.forEach(each -> loop.execute(each.action));
  }
}
