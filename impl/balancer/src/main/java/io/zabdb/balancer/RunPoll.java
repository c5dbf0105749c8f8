package io.zabdb.balancer;

import io.zabdb.model.error.ZabException;
import java.time.Duration;
import java.util.function.Supplier;

/** Waits for what was begun, by looking again and again. */
final class RunPoll {

  private static final Duration POLL = Duration.ofMillis(100);

  private RunPoll() {}

  /** Asks until there is an end; who does not answer is asked again. */
  static RunEnd poll(StoreAccess store, Duration limit, Supplier<RunEnd> look, String[] problem)
      throws InterruptedException {
    long deadline = store.nanos() + limit.toNanos();
    while (true) {
      try {
        RunEnd end = look.get();
        if (end != RunEnd.GOES_ON) {
          return end;
        }
      } catch (ZabException e) {
        problem[0] = ": " + e.problem();
      }
      if (store.nanos() > deadline) {
        return RunEnd.GOES_ON;
      }
      store.pause(POLL);
    }
  }
}
