package io.zabdb.bench.load;

import java.util.concurrent.CompletableFuture;

/** What clients ask of a store from a start to a stop. Used once. */
public interface Load {

  /** Operations begin; returns soon. */
  void start();

  /**
   * Lets what is under way end, and begins nothing new.
   *
   * @return completes when all has ended
   */
  CompletableFuture<Void> stop();
}
