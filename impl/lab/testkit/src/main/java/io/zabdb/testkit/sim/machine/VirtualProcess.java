package io.zabdb.testkit.sim.machine;

import io.zabdb.testkit.sim.engine.Timeline;
import java.util.ArrayDeque;

/**
 * A process, from its start to its end. What its loops and workers do is one event of the timeline
 * each, at one instant; time that it takes is charged to it ({@link #charge}): it delays what it
 * hands to others, and what comes next in the same loop or worker. Not thread-safe: a simulation is
 * single-threaded.
 */
public final class VirtualProcess {

  private final Timeline time;
  private final ArrayDeque<Runnable> held = new ArrayDeque<>();
  private Object running;
  private long charged;
  private boolean paused;
  private boolean over;

  public VirtualProcess(Timeline time) {
    this.time = time;
  }

  /** The present as the process sees it, in microseconds: within a task it goes on. */
  public long now() {
    return time.now() + charged;
  }

  /**
   * Whatever runs in the process at present takes so much longer.
   *
   * @param micros in virtual microseconds, not below 0
   */
  public void charge(long micros) {
    if (running != null) {
      charged += micros;
    }
  }

  /** Nothing that is the process's own happens any more. */
  public void end() {
    over = true;
    held.clear();
  }

  public boolean isOver() {
    return over;
  }

  public boolean isPaused() {
    return paused;
  }

  /** It does nothing until {@link #resume}; what is due meanwhile happens then, in order. */
  public void pause() {
    paused = true;
  }

  public void resume() {
    paused = false;
    while (!held.isEmpty() && !paused) {
      held.poll().run();
    }
  }

  /**
   * Has something happen at a time, as an event of its own, unless the process is over by then.
   *
   * @param micros in virtual microseconds
   */
  void at(long micros, Runnable event) {
    time.at(micros, () -> happen(event));
  }

  /** Does something at once, or when the task that runs has come to its present. */
  void soon(Runnable action) {
    if (charged == 0) {
      if (!over) {
        action.run();
      }
    } else {
      at(now(), action);
    }
  }

  private void happen(Runnable event) {
    if (over) {
      return;
    }
    if (paused) {
      held.add(event);
    } else {
      event.run();
    }
  }

  /**
   * Runs an action of a loop or a worker.
   *
   * @return how much time it took, in microseconds
   */
  long run(Object who, Runnable action) {
    Object outer = running;
    long before = charged;
    running = who;
    try {
      action.run();
      return charged - before;
    } finally {
      running = outer;
      charged = outer == null ? 0 : charged;
    }
  }

  /** Which loop or worker runs at present; null if none does. */
  Object running() {
    return running;
  }
}
