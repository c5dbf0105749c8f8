package io.zabdb.environment;

/** Time as a process sees it. Thread-safe. */
public interface Clock {

  /** Time that never goes back, in nanoseconds since whenever; for differences only. */
  long nanos();

  /** What the wall says, in milliseconds since 1970; it may jump, and be wrong. */
  long millis();
}
