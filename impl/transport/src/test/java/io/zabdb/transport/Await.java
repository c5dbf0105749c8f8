package io.zabdb.transport;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for conditions. */
public final class Await {

  public static final long DEADLINE_SECONDS = 30;

  private static final long PAUSE_NANOS = 2_000_000;

  private Await() {}

  public static void until(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, () -> what + ": never came true");
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }
}
