package io.zabdb.balancer;

import io.zabdb.model.error.ZabException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Waits for what was begun, by looking again and again. */
final class RunPoll {

  private static final long POLL_MILLIS = 100;

  private RunPoll() {}

  /** Asks until there is an end; who does not answer is asked again. */
  static RunEnd poll(Duration limit, Supplier<RunEnd> look, String[] problem)
      throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      try {
        RunEnd end = look.get();
        if (end != RunEnd.GOES_ON) {
          return end;
        }
      } catch (ZabException e) {
        problem[0] = ": " + e.problem();
      }
      if (System.nanoTime() > deadline) {
        return RunEnd.GOES_ON;
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }
}
