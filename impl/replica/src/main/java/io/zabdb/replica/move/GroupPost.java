package io.zabdb.replica.move;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import java.util.concurrent.CompletableFuture;

/**
 * How a replica reaches other groups of its cluster. What it returns is completed by any thread,
 * within a few seconds: a failure says nothing of what has arrived. Thread-safe.
 */
public interface GroupPost {

  /** There are no other groups. */
  GroupPost NONE =
      new GroupPost() {
        @Override
        public CompletableFuture<Letter> send(int group, Letter letter) {
          return nobody(group);
        }

        @Override
        public CompletableFuture<Holders> offer(int group, BaseOffer offer) {
          return nobody(group);
        }

        private <T> CompletableFuture<T> nobody(int group) {
          return CompletableFuture.failedFuture(
              ZabException.of(ErrorCode.UNAVAILABLE, "group " + group + " is not known here"));
        }
      };

  /**
   * Takes a letter to whoever leads a group.
   *
   * @return what that one answers
   */
  CompletableFuture<Letter> send(int group, Letter letter);

  /**
   * Offers files, of which this process has the directory, to all members of a group. Each fetches
   * them, once, however often they are offered.
   *
   * @return who has them
   */
  CompletableFuture<Holders> offer(int group, BaseOffer offer);
}
