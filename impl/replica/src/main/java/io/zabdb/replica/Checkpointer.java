package io.zabdb.replica;

import io.zabdb.core.message.Checkpoint;
import io.zabdb.environment.Worker;
import io.zabdb.environment.Workers;
import io.zabdb.storage.data.StorageException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a checkpoint after every so many bytes that were applied, with a worker of its own, and
 * sweeps until the next one is due. The log is purged up to the one <em>before</em>: so a follower
 * that was away for a while finds the tail that it lacks, and needs no checkpoint. Thread-safe.
 */
final class Checkpointer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Checkpointer.class);

  private final ReplicaStore store;
  private final Checkpoints checkpoints;
  private final long interval;
  private final Consumer<Checkpoint> purge;
  private final Worker worker;

  /** Behind a sweep, old files would stay for long. */
  private final Worker deletions;

  private final AtomicLong bytes = new AtomicLong();
  private final Sweeper sweeper;

  // Of the worker.
  private Checkpoint last;
  private boolean sweeping;

  /**
   * @param interval in bytes
   * @param newest the checkpoint that was taken last, or null
   * @param purge hears of each checkpoint up to which the log is to be purged
   */
  Checkpointer(
      ReplicaStore store,
      Checkpoints checkpoints,
      long interval,
      Checkpoint newest,
      Consumer<Checkpoint> purge,
      Workers workers) {
    this.store = store;
    sweeper = new Sweeper(store);
    this.checkpoints = checkpoints;
    this.interval = interval;
    this.purge = purge;
    last = newest;
    worker = workers.open("checkpoint");
    deletions = workers.open("delete");
  }

  /** So many bytes of payload were applied. */
  void applied(long more) {
    long before = bytes.getAndAdd(more);
    if (before < interval && before + more >= interval) {
      store.submit(worker, this::take, Checkpointer::closing);
    }
  }

  /**
   * A partition has come by a move. Whoever learns from a log that says so would lack its files: so
   * a checkpoint is taken that has them, and the log purged up to it. If none can be taken now, the
   * usual ones lead to the same.
   */
  void arrived() {
    store.submit(worker, this::takeForAll, Checkpointer::closing);
  }

  private void takeForAll() {
    take();
    if (last != null) {
      purge.accept(last);
    }
  }

  /** Partitions came or went: what is left of those is dropped soon, behind a flush. */
  void partitionsChanged() {
    store.submit(worker, this::dropLeftovers, Checkpointer::closing);
  }

  private void dropLeftovers() {
    try {
      store.engine().dropLeftovers();
    } catch (StorageException e) {
      LOG.warn("What is left of partitions that went stays until a checkpoint: {}", e.getMessage());
    } catch (IllegalStateException e) {
      LOG.debug("Nothing is dropped, the replica is closing", e);
    }
  }

  private static void closing() {
    LOG.debug("Nothing is done for checkpoints any more: the replica is closing");
  }

  private void take() {
    bytes.set(0);
    try {
      Checkpoint before = last;
      last = checkpoints.take(store.engine());
      if (before != null && before.length() < last.length()) {
        purge.accept(before);
      }
      // Behind the purge: the history that waits for it is in memory.
      sweeper.owe(last.length() - (before == null ? 0 : before.length()));
      if (!sweeping) {
        sweeping = true;
        sweepOn();
      }
    } catch (StorageException e) {
      // The log grows until the next one succeeds.
      LOG.warn("No checkpoint was taken: {}", e.getMessage());
    } catch (IllegalStateException e) {
      LOG.debug("No checkpoint was taken, the replica is closing", e);
    }
  }

  /** A step at a time: whatever else the worker has to do comes in between. */
  private void sweepOn() {
    store.submit(worker, this::sweep, Checkpointer::closing);
  }

  private void sweep() {
    try {
      // A checkpoint that is due goes on with it.
      sweeping = bytes.get() < interval && sweeper.step();
      if (sweeping) {
        sweepOn();
      }
    } catch (StorageException e) {
      sweeping = false;
      LOG.warn("What nobody can see any more is left where it is: {}", e.getMessage());
    } catch (IllegalStateException e) {
      LOG.debug("No sweep: the replica is closing", e);
    }
  }

  /** Deletes the checkpoints below a length that are not needed; soon, by another worker. */
  void deleteBelow(long length) {
    delete("Old checkpoints were", () -> checkpoints.deleteBelow(length));
  }

  /** Deletes a checkpoint of another replica that is not installed; soon, by another worker. */
  void discard(Checkpoint received) {
    delete("A checkpoint that nobody wants was", () -> checkpoints.discard(received));
  }

  private void delete(String what, Runnable deletion) {
    boolean isOpen =
        deletions.submit(
            () -> {
              try {
                deletion.run();
              } catch (StorageException e) {
                LOG.warn("{} left in place: {}", what, e.getMessage());
              }
            });
    if (!isOpen) {
      closing();
    }
  }

  /**
   * A checkpoint of another replica was installed: it is the last one now. Nothing is taken
   * meanwhile.
   */
  void installed(Checkpoint checkpoint) {
    deleteBelow(checkpoint.length());
    if (!worker.submit(() -> last = checkpoint)) {
      closing();
    }
  }

  /** Waits for a checkpoint that is being taken, or deleted. */
  @Override
  public void close() {
    worker.close();
    deletions.close();
  }
}
