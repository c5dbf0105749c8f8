package io.zabdb.balancer;

import io.zabdb.model.error.ZabException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Waits for what was begun, by looking again and again. */
final class RunPoll {

  private static final Duration POLL = Duration.ofMillis(100);

  private RunPoll() {}

  /** Asks until there is an end; who does not answer is asked again. */
  static RunEnd poll(StoreAccess store, Duration limit, Supplier<RunEnd> look, String[] problem)
      throws InterruptedException {
    return poll(store, limit, () -> true, look, why -> problem[0] = why);
  }

  /**
   * The same.
   *
   * @param goesOn whether it is still waited for
   * @param problem hears why somebody did not answer
   */
  static RunEnd poll(
      StoreAccess store,
      Duration limit,
      BooleanSupplier goesOn,
      Supplier<RunEnd> look,
      Consumer<String> problem)
      throws InterruptedException {
    long deadline = store.nanos() + limit.toNanos();
    while (true) {
      try {
        RunEnd end = look.get();
        if (end != RunEnd.GOES_ON) {
          return end;
        }
      } catch (ZabException e) {
        problem.accept(": " + e.problem());
      }
      if (store.nanos() > deadline || !goesOn.getAsBoolean()) {
        return RunEnd.GOES_ON;
      }
      store.pause(POLL);
    }
  }
}
