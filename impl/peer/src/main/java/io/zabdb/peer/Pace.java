package io.zabdb.peer;

import java.util.concurrent.TimeUnit;

/** Whether it is time to say again that a checkpoint goes on. By the group's event loop. */
final class Pace {

  private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private long last = System.nanoTime() - INTERVAL_NANOS;

  /** True at first, and then every 10 ms at most. */
  boolean isDue() {
    long now = System.nanoTime();
    boolean due = now - last >= INTERVAL_NANOS;
    if (due) {
      last = now;
    }
    return due;
  }
}
