package io.zabdb.bench.load;

import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/** Writes all rows of a key space. */
public final class Loader {

  private static final int UNDER_WAY = 256;

  private Loader() {}

  /**
   * Writes each row once; waits until all are written.
   *
   * @throws java.util.concurrent.CompletionException if one cannot be written
   */
  public static void load(LoadStore store, KeySpace keys, long seed) throws InterruptedException {
    SplittableRandom random = new SplittableRandom(seed);
    Semaphore free = new Semaphore(UNDER_WAY);
    AtomicReference<Throwable> first = new AtomicReference<>();
    for (long row = 0; row < keys.rows() && first.get() == null; row++) {
      free.acquire();
      store
          .write(keys.row(row), keys.value(random))
          .whenComplete(
              (epoch, failure) -> {
                if (failure != null) {
                  first.compareAndSet(null, failure);
                }
                free.release();
              });
    }
    free.acquire(UNDER_WAY);
    if (first.get() != null) {
      CompletableFuture.failedFuture(first.get()).join();
    }
  }
}
