package io.zabdb.testkit.sim.machine;

import io.zabdb.environment.Worker;
import io.zabdb.environment.Workers;
import io.zabdb.testkit.sim.engine.SeededRandom;
import java.util.ArrayDeque;
import java.util.Set;

/**
 * Workers of a process in virtual time: each task waits its turn and a while, and runs at one
 * instant; what it charges to its process keeps the worker busy. Not thread-safe.
 */
public final class VirtualWorkers implements Workers {

  /**
   * How long a task waits for a processor, and how long it takes, if it does not wait for a disk.
   */
  public interface Pace {

    /**
     * Draws the time for a task.
     *
     * @return in microseconds, at least 0
     */
    long micros(String purpose, SeededRandom random);

    /** Mostly some ten microseconds, sometimes milliseconds, whatever the purpose. */
    Pace USUAL = (purpose, random) -> random.spread(2, random.chance(0.01) ? 5_000 : 100);
  }

  private final VirtualProcess process;
  private final SeededRandom random;
  private final Pace pace;
  private final Set<String> exclusive;

  /** Until then one of the exclusive workers has what the others wait for. */
  private long lockedUntil;

  /**
   * @param random of what the pace draws
   */
  public VirtualWorkers(VirtualProcess process, SeededRandom random, Pace pace) {
    this(process, random, pace, Set.of());
  }

  /**
   * @param random of what the pace draws
   * @param exclusive purposes of workers that share a lock: while a task of one takes its time, no
   *     task of another begins
   */
  public VirtualWorkers(
      VirtualProcess process, SeededRandom random, Pace pace, Set<String> exclusive) {
    this.process = process;
    this.random = random;
    this.pace = pace;
    this.exclusive = exclusive;
  }

  @Override
  public Worker open(String purpose, int maxWaiting) {
    return new VirtualWorker(purpose, maxWaiting);
  }

  private final class VirtualWorker implements Worker {

    private final String purpose;
    private final int maxWaiting;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();

    /** Submitted by tasks whose present is still to come. */
    private int coming;

    /** A task runs, or is about to. */
    private boolean busy;

    private boolean running;
    private boolean closed;
    private long busyUntil;

    VirtualWorker(String purpose, int maxWaiting) {
      this.purpose = purpose;
      this.maxWaiting = maxWaiting;
    }

    @Override
    public boolean submit(Runnable task) {
      int aboutToRun = busy && !running ? 1 : 0;
      if (closed || process.isOver() || waiting.size() + coming >= maxWaiting + aboutToRun) {
        return false;
      }
      coming++;
      process.soon(
          () -> {
            coming--;
            waiting.add(task);
            begin();
          });
      return true;
    }

    private void begin() {
      if (!busy && !waiting.isEmpty() && !process.isOver()) {
        busy = true;
        long start = Math.max(busyUntil, process.now());
        process.at(start + pace.micros(purpose, random), this::runNext);
      }
    }

    private void runNext() {
      boolean locks = exclusive.contains(purpose);
      if (locks && process.now() < lockedUntil) {
        process.at(lockedUntil, this::runNext);
        return;
      }
      if (!waiting.isEmpty()) {
        run(waiting.poll());
      }
      if (locks) {
        lockedUntil = Math.max(lockedUntil, busyUntil);
      }
      busy = false;
      begin();
    }

    private void run(Runnable task) {
      running = true;
      long begin = process.now();
      busyUntil = begin + process.run(this, task);
      running = false;
    }

    @Override
    public boolean isClosed() {
      return closed;
    }

    /** The tasks that wait run now, and take the time of whoever closes. */
    @Override
    public void close() {
      closed = true;
      while (!waiting.isEmpty() && !process.isOver()) {
        run(waiting.poll());
      }
    }
  }
}
