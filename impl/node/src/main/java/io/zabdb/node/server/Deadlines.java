package io.zabdb.node.server;

import io.zabdb.environment.Loop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Nothing that a node waits for is waited for without end. Thread-safe. */
public final class Deadlines {

  private final Loop loop;

  /**
   * @param loop knows what time it is, and fails what is late
   */
  public Deadlines(Loop loop) {
    this.loop = loop;
  }

  /**
   * Fails a future with {@link TimeoutException} when it has not been completed in time.
   *
   * @param millis from now
   * @return the same
   */
  public <T> CompletableFuture<T> within(long millis, CompletableFuture<T> future) {
    return within(millis, future, () -> new TimeoutException("no answer within " + millis + " ms"));
  }

  /** The same, with another failure. */
  public <T> CompletableFuture<T> within(
      long millis, CompletableFuture<T> future, Supplier<Exception> late) {
    Loop.Timer timer =
        loop.schedule(
            TimeUnit.MILLISECONDS.toNanos(millis), () -> future.completeExceptionally(late.get()));
    future.whenComplete((answer, failure) -> loop.run(timer::cancel));
    return future;
  }
}
