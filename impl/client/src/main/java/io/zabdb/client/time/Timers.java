package io.zabdb.client.time;

/** A clock and what rings at a time. Thread-safe. */
public interface Timers extends AutoCloseable {

  /** The time in nanoseconds, from an arbitrary point on; does not go back. */
  long now();

  /**
   * Runs an action once, after a delay in nanoseconds or a few milliseconds later. The action must
   * return at once.
   */
  Alarm in(long delay, Runnable action);

  /** Nothing runs any more. */
  @Override
  void close();

  /** What was arranged. */
  interface Alarm {
    /** Drops the action if it has not begun. */
    void cancel();
  }
}
