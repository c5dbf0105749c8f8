package io.zabdb.replica;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Answers that are passed on. */
final class Relays {

  private Relays() {}

  /** What becomes of one becomes of the other. */
  static <T> void relay(CompletableFuture<T> from, CompletableFuture<T> to) {
    from.whenComplete(
        (value, failure) -> {
          if (failure == null) {
            to.complete(value);
          } else {
            to.completeExceptionally(failure);
          }
        });
  }

  /** Why something failed, for people. */
  static String reason(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return String.valueOf(cause.getMessage());
  }
}
