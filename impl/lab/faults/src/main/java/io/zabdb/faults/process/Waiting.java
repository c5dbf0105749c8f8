package io.zabdb.faults.process;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** Waits for conditions. */
public final class Waiting {

  /** Long enough for whatever should happen at all, on a machine that is busy. */
  public static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final int POLL_MILLIS = 10;

  private Waiting() {}

  /**
   * Waits until a condition holds.
   *
   * @param what is waited for, for the message
   * @throws AssertionError if that takes longer than {@link #PATIENCE}
   */
  public static void until(String what, Callable<Boolean> condition) throws Exception {
    until(what, () -> "", condition);
  }

  /**
   * Waits until a condition holds.
   *
   * @param state how things are, for the message if it does not
   */
  public static void until(String what, Supplier<String> state, Callable<Boolean> condition)
      throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(
            "after " + PATIENCE.toSeconds() + " s there is not yet " + what + " " + state.get());
      }
      Thread.sleep(POLL_MILLIS);
    }
  }
}
