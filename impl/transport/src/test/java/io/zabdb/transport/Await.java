package io.zabdb.transport;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for conditions. */
public final class Await {

  public static final long DEADLINE_SECONDS = 30;

  private Await() {}

  public static void until(String what, BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, () -> what + ": never came true");
      Thread.sleep(2);
    }
  }
}
