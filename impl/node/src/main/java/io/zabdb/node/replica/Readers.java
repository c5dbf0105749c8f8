package io.zabdb.node.replica;

import io.zabdb.replica.ReadCallback;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.Snapshot;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that read: one takes all short reads that are ready, with one snapshot; others take
 * long ones, each with its own. Thread-safe.
 */
final class Readers implements AutoCloseable {

  private static final int MOST_WAITING = 10_000;

  private final ReplicaStore store;
  private final DamageWatch damage;
  private final ExecutorService shortReads;
  private final ExecutorService longReads;

  /**
   * @param damage hears of reads that meet it
   */
  Readers(ReplicaStore store, DamageWatch damage, ThreadFactory threads) {
    this.store = store;
    this.damage = damage;
    shortReads = pool(threads);
    longReads = pool(threads);
  }

  private static ExecutorService pool(ThreadFactory threads) {
    return new ThreadPoolExecutor(
        1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_WAITING), threads);
  }

  /** Reads from the present state, or a later one. */
  void submit(List<ReadCallback> reads) {
    List<ReadCallback> quick = reads.stream().filter(read -> !read.isLong()).toList();
    if (!quick.isEmpty()) {
      submit(shortReads, quick);
    }
    for (ReadCallback read : reads) {
      if (read.isLong()) {
        submit(longReads, List.of(read));
      }
    }
  }

  private void submit(ExecutorService pool, List<ReadCallback> reads) {
    try {
      pool.execute(() -> run(reads));
    } catch (RejectedExecutionException e) {
      reads.forEach(read -> read.refused(io.zabdb.core.step.Refusal.OVERLOADED, -1));
    }
  }

  private void run(List<ReadCallback> reads) {
    try {
      store.read(
          snapshot -> {
            reads.forEach(read -> read(read, snapshot));
            return null;
          });
    } catch (RuntimeException e) {
      // The store is closed: none has been read.
      reads.forEach(read -> read.failed(e));
    }
  }

  private void read(ReadCallback read, Snapshot snapshot) {
    try {
      read.read(snapshot);
    } catch (RuntimeException e) {
      if (e instanceof StorageException failure) {
        damage.met("a read", failure);
      }
      read.failed(e);
    }
  }

  /** Waits for the reads that run. */
  @Override
  public void close() {
    for (ExecutorService pool : List.of(shortReads, longReads)) {
      pool.shutdown();
    }
    boolean interrupted = false;
    for (ExecutorService pool : List.of(shortReads, longReads)) {
      while (!pool.isTerminated()) {
        try {
          pool.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
          // A read must not find the store closed under it.
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
