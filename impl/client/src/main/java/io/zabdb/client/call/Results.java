package io.zabdb.client.call;

import io.zabdb.model.error.ZabException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Waits for asynchronous results. */
public final class Results {

  private Results() {}

  /**
   * Waits for a result. Not to be called by a thread that completes futures, such as an event loop.
   *
   * @throws ZabException if it failed
   */
  public static <T> T await(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof ZabException failure) {
        throw failure;
      }
      throw e;
    }
  }
}
