package io.zabdb.bench.load;

/**
 * Hears how the operations of clients end. Thread-safe; what it hears of one client is in order.
 */
public interface Outcomes {

  /**
   * An operation succeeded.
   *
   * @param client its number, from 0
   * @param epoch of the leader that made a write; {@link #READ} for a read
   * @param start when it was asked for, of {@link System#nanoTime}
   * @param end when it was answered
   */
  void succeeded(int client, long epoch, long start, long end);

  /**
   * An operation failed.
   *
   * @param error its name, see {@link ErrorNames}
   */
  void failed(String error);

  /** Reads do not tell who led. */
  long READ = -1;
}
