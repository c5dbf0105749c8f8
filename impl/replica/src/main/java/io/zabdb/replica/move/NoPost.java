package io.zabdb.replica.move;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import java.util.concurrent.CompletableFuture;

/** Of a replica that knows of no other group, and reaches none of its own. Thread-safe. */
public class NoPost implements GroupPost {

  @Override
  public CompletableFuture<Letter> send(int group, Letter letter, long millis) {
    return nobody(group);
  }

  @Override
  public CompletableFuture<Holders> offer(int group, BaseOffer offer) {
    return nobody(group);
  }

  @Override
  public CompletableFuture<Holders> offer(int group, BaseOffer offer, int holder) {
    return nobody(group);
  }

  @Override
  public CompletableFuture<FoundBase> askForBase(int group, String partition, long attempt) {
    return nobody(group);
  }

  @Override
  public CompletableFuture<FoundStore> askForStore(int group, long least) {
    return nobody(group);
  }

  @Override
  public CompletableFuture<Long> askWhole(int group, long members, long least) {
    return nobody(group);
  }

  @Override
  public Fetching fetch(FoundStore found) {
    return Fetching.FAILED;
  }

  private static <T> CompletableFuture<T> nobody(int group) {
    return CompletableFuture.failedFuture(
        ZabException.of(ErrorCode.UNAVAILABLE, "group " + group + " is not known here"));
  }
}
