package io.zabdb.log;

/** What the threads of a log share. */
final class Threads {

  private Threads() {}

  /** Waits for a thread to end; an interrupt of the caller is kept for later. */
  static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        // The log must not be closed under the thread.
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
