package io.zabdb.net;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

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

  /** Waits until a number has not changed for a second. */
  public static void untilSteady(String what, IntSupplier number) {
    long[] since = {System.nanoTime()};
    int[] last = {number.getAsInt()};
    until(
        what,
        () -> {
          if (number.getAsInt() != last[0]) {
            last[0] = number.getAsInt();
            since[0] = System.nanoTime();
          }
          return System.nanoTime() - since[0] > TimeUnit.SECONDS.toNanos(1);
        });
  }
}
