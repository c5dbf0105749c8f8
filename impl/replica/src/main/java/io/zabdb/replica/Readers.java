package io.zabdb.replica;

import io.zabdb.core.step.Refusal;
import io.zabdb.environment.Worker;
import io.zabdb.environment.Workers;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.Snapshot;
import java.util.List;

/**
 * The workers that read: one takes all short reads that are ready, with one snapshot; another takes
 * long ones, each with its own. Thread-safe.
 */
final class Readers implements AutoCloseable {

  private final ReplicaStore store;
  private final DamageWatch damage;
  private final Worker shortReads;
  private final Worker longReads;

  /**
   * @param damage hears of reads that meet it
   */
  Readers(ReplicaStore store, DamageWatch damage, Workers workers) {
    this.store = store;
    this.damage = damage;
    shortReads = workers.open("read");
    longReads = workers.open("scan");
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

  private void submit(Worker worker, List<ReadCallback> reads) {
    store.submit(
        worker,
        () -> run(reads),
        () -> reads.forEach(read -> read.refused(Refusal.OVERLOADED, -1)));
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
    shortReads.close();
    longReads.close();
  }
}
