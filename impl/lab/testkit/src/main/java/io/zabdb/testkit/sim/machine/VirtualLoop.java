package io.zabdb.testkit.sim.machine;

import io.zabdb.environment.Loop;
import io.zabdb.testkit.sim.engine.SeededRandom;
import java.util.ArrayDeque;

/**
 * A loop of a process in virtual time. A turn runs all that has come, as an event loop does; now
 * and then one begins late. Not thread-safe.
 */
public final class VirtualLoop implements Loop {

  /** How long it takes a loop to wake, in microseconds. */
  private static final long MAX_WAKING_MICROS = 20;

  /** When another process has the processor. */
  private static final double LATE = 0.002;

  private static final long MAX_LATE_MICROS = 10_000;

  private final VirtualProcess process;
  private final SeededRandom random;
  private final ArrayDeque<Runnable> posted = new ArrayDeque<>();
  private boolean awake;
  private long busyUntil;

  /**
   * @param random of its delays
   */
  public VirtualLoop(VirtualProcess process, SeededRandom random) {
    this.process = process;
    this.random = random;
  }

  @Override
  public void execute(Runnable action) {
    process.soon(
        () -> {
          posted.add(action);
          wake();
        });
  }

  private void wake() {
    if (!awake && !posted.isEmpty() && !process.isOver()) {
      awake = true;
      long waking = random.chance(LATE) ? MAX_LATE_MICROS : MAX_WAKING_MICROS;
      process.at(Math.max(busyUntil, process.now()) + random.below(waking + 1), this::turn);
    }
  }

  /** What is posted during the turn is part of it, as long as it takes no time. */
  private void turn() {
    long taken = 0;
    while (taken == 0 && !posted.isEmpty() && !process.isOver() && !process.isPaused()) {
      taken = process.run(this, posted.poll());
    }
    busyUntil = process.now() + taken;
    awake = false;
    wake();
  }

  @Override
  public boolean isInside() {
    return process.running() == this;
  }

  @Override
  public Timer schedule(long nanos, Runnable action) {
    Alarm alarm = new Alarm(action);
    long micros = Math.max(0, (nanos + 999) / 1_000);
    process.at(process.now() + micros, () -> execute(alarm));
    return alarm;
  }

  private static final class Alarm implements Timer, Runnable {

    private Runnable action;

    Alarm(Runnable action) {
      this.action = action;
    }

    @Override
    public void cancel() {
      action = null;
    }

    @Override
    public void run() {
      if (action != null) {
        Runnable due = action;
        action = null;
        due.run();
      }
    }
  }
}
