package io.zabdb.testkit.sim.campaign;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongPredicate;

/**
 * Runs seeds, one per thread at a time, until all have run, time is up, or one says that this is
 * enough. Runs once.
 */
public final class SeedThreads {

  private final LongPredicate runs;
  private final long end;
  private final Optional<Duration> limit;
  private final AtomicLong next;
  private final AtomicReference<IllegalStateException> failure = new AtomicReference<>();
  private volatile boolean stopped;

  /**
   * @param runs runs a seed, by any of the threads; returns whether others are to follow
   * @param seeds how many, from the first one
   * @param limit on the real time, if any
   */
  public SeedThreads(LongPredicate runs, long first, long seeds, Optional<Duration> limit) {
    this.runs = runs;
    this.limit = limit;
    end = first + seeds;
    next = new AtomicLong(first);
  }

  /**
   * Runs in that many threads.
   *
   * @throws IllegalStateException that names the seed, if one cannot be run to its end, whatever is
   *     the cause: else none of its thread's seeds would be run, and nobody know
   */
  public void run(int threads) throws InterruptedException {
    long endNanos = limit.map(time -> System.nanoTime() + time.toNanos()).orElse(Long.MAX_VALUE);
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Thread worker = new Thread(() -> work(endNanos), "seeds-" + i);
      worker.start();
      workers.add(worker);
    }
    for (Thread worker : workers) {
      worker.join();
    }
    if (failure.get() != null) {
      throw failure.get();
    }
  }

  private void work(long endNanos) {
    while (!stopped && System.nanoTime() < endNanos) {
      long seed = next.getAndIncrement();
      if (seed >= end) {
        return;
      }
      try {
        if (!runs.test(seed)) {
          stopped = true;
        }
      } catch (Throwable e) {
        failure.compareAndSet(
            null, new IllegalStateException("seed " + seed + " cannot be run: " + e, e));
        stopped = true;
      }
    }
  }
}
