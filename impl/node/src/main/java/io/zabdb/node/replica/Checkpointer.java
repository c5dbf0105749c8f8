package io.zabdb.node.replica;

import io.zabdb.core.message.Checkpoint;
import io.zabdb.replica.Checkpoints;
import io.zabdb.storage.data.StorageException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a checkpoint after every so many bytes that were applied, in a thread of its own, and
 * sweeps until the next one is due. The log is purged up to the one <em>before</em>: so a follower
 * that was away for a while finds the tail that it lacks, and needs no checkpoint. Thread-safe.
 */
final class Checkpointer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Checkpointer.class);

  private final ReplicaStore store;
  private final Checkpoints folder;
  private final long interval;
  private final Consumer<Checkpoint> purge;
  private final ExecutorService thread;

  /** Behind a sweep, old files would stay for long. */
  private final ExecutorService deletions;

  private final AtomicLong bytes = new AtomicLong();
  private final Sweeper sweeper;

  // Of the thread.
  private Checkpoint last;

  /**
   * @param interval in bytes
   * @param newest the checkpoint that was taken last, or null
   * @param purge hears of each checkpoint up to which the log is to be purged
   */
  Checkpointer(
      ReplicaStore store,
      Checkpoints folder,
      long interval,
      Checkpoint newest,
      Consumer<Checkpoint> purge,
      ThreadFactory threads) {
    this.store = store;
    sweeper = new Sweeper(store);
    this.folder = folder;
    this.interval = interval;
    this.purge = purge;
    last = newest;
    thread = Executors.newSingleThreadExecutor(threads);
    deletions = Executors.newSingleThreadExecutor(threads);
  }

  /** So many bytes of payload were applied. */
  void applied(long more) {
    long before = bytes.getAndAdd(more);
    if (before < interval && before + more >= interval) {
      try {
        thread.execute(this::take);
      } catch (RejectedExecutionException e) {
        LOG.debug("No checkpoint: the replica is closing");
      }
    }
  }

  private void take() {
    bytes.set(0);
    try {
      Checkpoint before = last;
      last = store.whileNotReplaced(folder::take);
      if (before != null && before.length() < last.length()) {
        purge.accept(before);
      }
      // Behind the purge: the history that waits for it is in memory.
      sweeper.sweep(last.length() - (before == null ? 0 : before.length()), this::isWanted);
    } catch (StorageException e) {
      // The log grows until the next one succeeds.
      LOG.warn("No checkpoint was taken: {}", e.getMessage());
    } catch (IllegalStateException e) {
      LOG.debug("No checkpoint was taken, the replica is closing", e);
    }
  }

  /** Whether the thread has something else to do. */
  private boolean isWanted() {
    return thread.isShutdown() || bytes.get() >= interval;
  }

  /** Deletes the checkpoints below a length that nobody needs; soon, by another thread. */
  void deleteBelow(long length) {
    try {
      deletions.execute(() -> delete(length));
    } catch (RejectedExecutionException e) {
      LOG.debug("The replica is closing");
    }
  }

  private void delete(long length) {
    try {
      folder.deleteBelow(length);
    } catch (StorageException e) {
      LOG.warn("Old checkpoints were left where they are: {}", e.getMessage());
    }
  }

  /**
   * A checkpoint of another replica was installed: it is the last one now. Nothing is taken
   * meanwhile.
   */
  void installed(Checkpoint checkpoint) {
    deleteBelow(checkpoint.length());
    try {
      thread.execute(() -> last = checkpoint);
    } catch (RejectedExecutionException e) {
      LOG.debug("The replica is closing");
    }
  }

  /** Waits for a checkpoint that is being taken, or deleted. */
  @Override
  public void close() {
    thread.shutdown();
    deletions.shutdown();
    boolean interrupted = false;
    while (!thread.isTerminated() || !deletions.isTerminated()) {
      try {
        thread.awaitTermination(1, TimeUnit.SECONDS);
        deletions.awaitTermination(1, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        // The store must not be closed under the thread.
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
