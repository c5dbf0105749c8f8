package io.zabdb.node.move;

import io.zabdb.environment.Clock;
import io.zabdb.environment.Loop;
import io.zabdb.environment.Worker;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/** A loop, its clock, and a worker, all by the thread of the test. Not thread-safe. */
final class StepLoop implements Loop, Clock, Worker {

  private record Due(long nanos, Runnable action) {}

  private final Deque<Runnable> actions = new ArrayDeque<>();
  private final List<Due> timers = new ArrayList<>();
  private long now;
  private boolean isInside;

  @Override
  public void execute(Runnable action) {
    actions.add(action);
  }

  @Override
  public boolean isInside() {
    return isInside;
  }

  @Override
  public Timer schedule(long nanos, Runnable action) {
    Due due = new Due(now + nanos, action);
    timers.add(due);
    return () -> timers.removeIf(each -> each == due);
  }

  @Override
  public long nanos() {
    return now;
  }

  @Override
  public long millis() {
    return now / 1_000_000;
  }

  @Override
  public boolean submit(Runnable task) {
    return actions.add(task);
  }

  @Override
  public boolean isClosed() {
    return false;
  }

  @Override
  public void close() {}

  /** Runs what there is to run now. */
  void run() {
    isInside = true;
    while (!actions.isEmpty()) {
      actions.poll().run();
    }
    isInside = false;
  }

  /** The same, as time goes on. */
  void pass(long nanos) {
    long end = now + nanos;
    run();
    while (timers.stream().anyMatch(due -> due.nanos <= end)) {
      Due next = timers.stream().min(Comparator.comparingLong(Due::nanos)).orElseThrow();
      timers.remove(next);
      now = Math.max(now, next.nanos);
      actions.add(next.action);
      run();
    }
    now = end;
  }
}
