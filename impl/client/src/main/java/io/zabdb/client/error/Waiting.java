package io.zabdb.client.error;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Waits for asynchronous results. */
public final class Waiting {

  private Waiting() {}

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
