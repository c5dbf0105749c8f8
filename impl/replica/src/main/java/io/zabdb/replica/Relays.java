package io.zabdb.replica;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
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
    return String.valueOf(cause(failure).getMessage());
  }

  /** Whether somebody has answered that it will not be, as things are. */
  static boolean isRefusal(Throwable failure) {
    return cause(failure) instanceof ZabException said && said.code() == ErrorCode.INVALID_ARGUMENT;
  }

  private static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
