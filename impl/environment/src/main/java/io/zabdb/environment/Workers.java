package io.zabdb.environment;

/** Makes workers. Thread-safe. */
@FunctionalInterface
public interface Workers {

  /** So many tasks may wait if nothing else is said. Those who submit have bounds of their own. */
  int MAX_WAITING = 10_000;

  /**
   * A new worker.
   *
   * @param purpose a word, for those who look at the process from outside
   * @param maxWaiting how many tasks may wait, at least 1
   */
  Worker open(String purpose, int maxWaiting);

  /** A new worker with the usual bound. */
  default Worker open(String purpose) {
    return open(purpose, MAX_WAITING);
  }
}
