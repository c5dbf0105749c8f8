package io.zabdb.coordination.manager;

import java.util.concurrent.CompletableFuture;

/** What Java's futures lack. */
final class Futures {

  private Futures() {}

  /** The follower ends as the leader does. */
  static <T> void follow(CompletableFuture<T> leader, CompletableFuture<T> follower) {
    leader.whenComplete(
        (value, failure) -> {
          if (failure == null) {
            follower.complete(value);
          } else {
            follower.completeExceptionally(failure);
          }
        });
  }
}
