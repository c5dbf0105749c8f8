package io.zabdb.environment.threads;

import io.zabdb.environment.Clock;

/** The clock of the machine. */
public enum SystemClock implements Clock {
  INSTANCE;

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public long millis() {
    return System.currentTimeMillis();
  }
}
