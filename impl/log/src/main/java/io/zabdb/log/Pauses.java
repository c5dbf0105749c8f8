package io.zabdb.log;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Has something done after a pause. Thread-safe. */
@FunctionalInterface
public interface Pauses {

  /**
   * Runs an action once, after a while, in any thread: it returns at once. It may be left out when
   * the process ends.
   *
   * @param nanos from now, in nanoseconds
   */
  void after(long nanos, Runnable action);

  /** By the JDK's timer, for users without a loop of their own. */
  static Pauses system() {
    return (nanos, action) ->
        CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS).execute(action);
  }
}
