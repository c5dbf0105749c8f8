package io.zabdb.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for conditions. */
public final class Await {

  /** Long enough for whatever should happen at all, on a machine that is busy. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Duration PAUSE = Duration.ofMillis(10);

  private static final Duration LONG_PATIENCE = Duration.ofMinutes(3);
  private static final Duration LONG_PAUSE = Duration.ofMillis(250);

  private Await() {}

  /**
   * Waits until a condition holds; asks again and again.
   *
   * @param what is waited for, for the message
   */
  public static void until(String what, Callable<Boolean> condition) throws Exception {
    until(what, PATIENCE, PAUSE, condition);
  }

  /**
   * The same for what takes its time even where nothing else runs: waits for longer, and asks less
   * often, since asking takes processors away from it.
   *
   * @param what is waited for, for the message
   */
  public static void untilAtLast(String what, Callable<Boolean> condition) throws Exception {
    until(what, LONG_PATIENCE, LONG_PAUSE, condition);
  }

  private static void until(
      String what, Duration patience, Duration pause, Callable<Boolean> condition)
      throws Exception {
    long end = System.nanoTime() + patience.toNanos();
    while (!condition.call()) {
      assertTrue(System.nanoTime() < end, () -> "there was never " + what);
      LockSupport.parkNanos(pause.toNanos());
    }
  }
}
