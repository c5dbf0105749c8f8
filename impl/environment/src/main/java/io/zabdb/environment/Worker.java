package io.zabdb.environment;

/**
 * Does one thing after the other, in the order in which they were submitted, away from the loop: so
 * a task may wait for a disk. What a task throws must be caught by the task. Thread-safe.
 */
public interface Worker extends AutoCloseable {

  /**
   * Has a task run, soon, and never before this call has returned.
   *
   * @return false if it will never run: too many wait, or the worker is closed
   */
  boolean submit(Runnable task);

  /** Whether no task is taken any more. */
  boolean isClosed();

  /**
   * Takes no new tasks; returns when those that were taken have run. An interrupt of the caller is
   * kept for later. Not for a task of this worker.
   */
  @Override
  void close();
}
