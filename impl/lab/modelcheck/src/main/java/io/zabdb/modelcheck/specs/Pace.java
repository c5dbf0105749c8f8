package io.zabdb.modelcheck.specs;

import java.util.concurrent.Semaphore;

/**
 * How much of the machine the models may have: all of it, or first the processor time that others
 * leave and later all of it. Thread-safe.
 */
public final class Pace {

  private final Semaphore places = new Semaphore(0, true);
  private boolean yielding;
  private int jobs;
  private int given;

  private Pace(boolean yielding) {
    this.yielding = yielding;
  }

  /** As many workers of TLC at a time as the options allow. */
  public static Pace full() {
    return new Pace(false);
  }

  /**
   * One worker of TLC at a time, at the lowest priority, until {@link #hurry}: tests on real
   * processes wait more than they compute, and get a processor as soon as they want it.
   */
  public static Pace yielding() {
    return new Pace(true);
  }

  /** Nothing else runs any more: from now on as {@link #full}. Again: nothing happens. */
  public synchronized void hurry() {
    yielding = false;
    give();
  }

  /** How many places the options allow. */
  synchronized void begin(int jobs) {
    this.jobs = jobs;
    give();
  }

  private void give() {
    int wanted = yielding ? Math.min(1, jobs) : jobs;
    places.release(wanted - given);
    given = wanted;
  }

  /** Whether a model that starts now is to take a processor only if nobody else wants it. */
  synchronized boolean isYielding() {
    return yielding;
  }

  int free() {
    return places.availablePermits();
  }

  /** Waits for places; a model that wants several waits for {@link #hurry}. */
  void acquire(int width) throws InterruptedException {
    places.acquire(width);
  }

  void release(int width) {
    places.release(width);
  }
}
