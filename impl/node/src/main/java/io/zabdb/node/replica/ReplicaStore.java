package io.zabdb.node.replica;

import io.zabdb.storage.engine.Snapshot;
import io.zabdb.storage.engine.StorageEngine;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A store whose whole state may be replaced while others read: they wait for each other.
 * Thread-safe, but for {@link #engine}, whose own rules hold.
 */
final class ReplicaStore implements AutoCloseable {

  private final StorageEngine engine;
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  /** Snapshots that are lent; guarded by this. */
  private int lent;

  ReplicaStore(StorageEngine engine) {
    this.engine = engine;
  }

  StorageEngine engine() {
    return engine;
  }

  /** Reads the present state. */
  <T> T read(Function<Snapshot, T> reader) {
    lock.readLock().lock();
    try (Snapshot snapshot = engine.snapshot()) {
      return reader.apply(snapshot);
    } finally {
      lock.readLock().unlock();
    }
  }

  /** Does something with snapshots of its own, which it closes. */
  <T> T whileNotReplaced(Function<StorageEngine, T> action) {
    lock.readLock().lock();
    try {
      return action.apply(engine);
    } finally {
      lock.readLock().unlock();
    }
  }

  /** The present state, for a thread other than the caller's; see {@link #giveBack}. */
  synchronized Snapshot lend() {
    Snapshot snapshot = engine.snapshot();
    lent++;
    return snapshot;
  }

  synchronized void giveBack(Snapshot snapshot) {
    snapshot.close();
    lent--;
    notifyAll();
  }

  private synchronized void awaitReturn() {
    boolean interrupted = false;
    while (lent > 0) {
      try {
        wait();
      } catch (InterruptedException e) {
        // The store must outlive its snapshots.
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Has the state replaced; whoever reads is waited for. */
  void replace(Consumer<StorageEngine> action) {
    awaitReturn();
    lock.writeLock().lock();
    try {
      action.accept(engine);
    } finally {
      lock.writeLock().unlock();
    }
  }

  @Override
  public void close() {
    awaitReturn();
    lock.writeLock().lock();
    try {
      engine.close();
    } finally {
      lock.writeLock().unlock();
    }
  }
}
