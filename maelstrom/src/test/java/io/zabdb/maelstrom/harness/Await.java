package io.zabdb.maelstrom.harness;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for conditions. */
public final class Await {

  /** Long enough for whatever should happen at all, on a machine that is busy. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Duration PAUSE = Duration.ofMillis(10);

  private Await() {}

  /**
   * Waits until a condition holds; asks again and again.
   *
   * @param what is waited for, for the message
   */
  public static void until(String what, BooleanSupplier condition) {
    until(() -> what, condition);
  }

  /** The same with a message that is made when it is needed. */
  static void until(Supplier<String> what, BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, () -> "there was never " + what.get());
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }
}
