package io.zabdb.storage.engine;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Zxid;
import io.zabdb.storage.tree.Export;
import io.zabdb.storage.tree.TreeStore;
import java.util.List;

/**
 * Takes what was applied to disk, and pins what is there. By one at a time, while nobody changes
 * trees; entries are applied meanwhile.
 *
 * <p>Source: {@code AppliedIndex!FlushMemtables}, {@code AppliedIndex!TakeCheckpoint}.
 */
final class Flushing {

  /**
   * So often it is tried to find a moment at which nothing is being flushed; then entries wait for
   * one.
   */
  private static final int MOST_TRIES = 3;

  /** What was on disk at one moment. */
  record Flushed(long length, Zxid zxid, Roster roster) implements Checkpoint {}

  /**
   * What is on disk.
   *
   * @param files stay until it is closed
   */
  record Pinned(Flushed state, Export files) implements AutoCloseable {

    @Override
    public void close() {
      files.close();
    }
  }

  private final TreeStore store;
  private final EngineState state;
  private final ArrivingPartitions arriving;
  private final Object writing;

  /**
   * @param writing is held by whoever writes to the store
   */
  Flushing(TreeStore store, EngineState state, ArrivingPartitions arriving, Object writing) {
    this.store = store;
    this.state = state;
    this.arriving = arriving;
    this.writing = writing;
  }

  /** Trees of partitions that the group has no more go when that is on disk. */
  void flushAndDrop() {
    List<String> left = state.treesWithoutRecord();
    Holdings flushed = state.holdings();
    store.flush();
    left.forEach(store::drop);
    arriving.forgetOver(flushed);
  }

  /**
   * Flushes, and pins what is on disk then: all that was applied before, and maybe more.
   *
   * @throws io.zabdb.storage.data.StorageException {@code UNAVAILABLE} while a partition is lacking
   */
  Pinned flushAndPin() {
    state.requireAll();
    synchronized (writing) {
      state.writeSessions();
    }
    for (int tries = 1; ; tries++) {
      flushAndDrop();
      synchronized (writing) {
        if (tries == MOST_TRIES) {
          store.flush();
        }
        // A flush that the store began by itself, for want of memory, may end at any moment.
        if (tries == MOST_TRIES || !store.isFlushing()) {
          return pin();
        }
      }
    }
  }

  /** Nothing is written or flushed meanwhile. */
  private Pinned pin() {
    AppliedPoint applied = SystemRecords.toApplied(store.flushed(SystemRecords.APPLIED_KEY));
    Roster roster = SystemRecords.toRoster(store.flushed(SystemRecords.ROSTER_KEY));
    return new Pinned(new Flushed(applied.length(), applied.zxid(), roster), store.export());
  }
}
