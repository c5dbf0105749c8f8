package io.zabdb.replica;

import io.zabdb.environment.Worker;
import io.zabdb.environment.Workers;
import java.util.ArrayDeque;

/** Workers whose tasks run when a test says so, in the order in which they were submitted. */
final class StepWorkers implements Workers {

  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private int submitted;

  /** Runs what was submitted, and what that submits. */
  void runAll() {
    while (!tasks.isEmpty()) {
      tasks.poll().run();
    }
  }

  /** Runs the next few tasks. */
  void run(int count) {
    for (int i = 0; i < count; i++) {
      tasks.remove().run();
    }
  }

  /** How many tasks there were so far. */
  int submitted() {
    return submitted;
  }

  @Override
  public Worker open(String purpose, int maxWaiting) {
    return new Worker() {
      private boolean closed;

      @Override
      public boolean submit(Runnable task) {
        if (!closed) {
          submitted++;
          tasks.add(task);
        }
        return !closed;
      }

      @Override
      public boolean isClosed() {
        return closed;
      }

      @Override
      public void close() {
        closed = true;
        runAll();
      }
    };
  }
}
