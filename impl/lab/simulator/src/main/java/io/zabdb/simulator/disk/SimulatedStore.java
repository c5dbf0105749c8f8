package io.zabdb.simulator.disk;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Entry;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.replica.memory.ForwardingEngine;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.data.Carrier;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.CompactionControl;
import io.zabdb.storage.engine.Snapshot;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.engine.TreeEngine;
import io.zabdb.storage.memory.MemoryDisk;
import io.zabdb.storage.tree.TablePool;
import io.zabdb.storage.tree.TreePressure;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The product's engine in memory, on a simulated disk: it takes time, finds the disk full, and has
 * compactions to do. Checkpoints are captured and put in place without files. Not thread-safe.
 */
final class SimulatedStore extends ForwardingEngine {

  private final MemoryDisk state;
  private final DiskState disk;
  private final CompactionDebt debt;
  private final LongSupplier now;
  private final Consumer<Roster> rosters;
  private StorageEngine engine;

  /** Where files of partitions that come are kept; null: none do. */
  private Path arrivals;

  /**
   * @param state what was flushed
   * @param now the time in microseconds
   * @param rosters hears of each roster that is applied
   */
  SimulatedStore(
      MemoryDisk state,
      DiskState disk,
      CompactionDebt debt,
      LongSupplier now,
      Consumer<Roster> rosters) {
    this.rosters = rosters;
    this.state = state;
    this.disk = disk;
    this.debt = debt;
    this.now = now;
    engine = TreeEngine.inMemory(state);
  }

  @Override
  protected StorageEngine engine() {
    return engine;
  }

  /**
   * Flushes, and gives what is flushed then.
   *
   * @throws StorageException {@code UNAVAILABLE} if it lacks a partition, as the product's does
   */
  StoredCheckpoint capture() {
    if (!engine.lacking().isEmpty()) {
      throw new StorageException(
          ErrorCode.UNAVAILABLE, "a simulated store lacks " + engine.lacking());
    }
    flush();
    try (Snapshot snapshot = engine.snapshot()) {
      return StoredCheckpoints.of(snapshot, state.copy());
    }
  }

  /** The state becomes that of a checkpoint, and an import is pending. */
  void replaceBy(StoredCheckpoint checkpoint) {
    engine.close();
    state.replaceBy(checkpoint.state());
    rosters.accept(checkpoint.roster());
    engine = TreeEngine.inMemory(state);
    if (arrivals != null) {
      engine.keepArrivalsIn(arrivals);
    }
  }

  private void requireRoom() {
    if (disk.isFull()) {
      throw new StorageException(ErrorCode.DISK_FULL, "no room on the simulated disk");
    }
  }

  @Override
  public List<Result> apply(List<Entry> entries) {
    requireRoom();
    List<Result> results = engine.apply(entries);
    for (Entry entry : entries) {
      debt.add(entry.payload().length);
      if (entry.session() == Roster.SESSION) {
        rosters.accept(Roster.decode(entry.payload()));
      }
    }
    return results;
  }

  @Override
  public void flush() {
    requireRoom();
    disk.chargeSync();
    engine.flush();
  }

  // -- files of partitions that move, and of a store for another member, are real ones

  @Override
  public void keepArrivalsIn(Path directory) {
    arrivals = directory;
    engine.keepArrivalsIn(directory);
  }

  @Override
  public Carrier receive(Path directory) {
    requireRoom();
    disk.chargeSync();
    return engine.receive(directory);
  }

  @Override
  public Checkpoint exportCheckpoint(Path directory, TablePool.Choice tables) {
    requireRoom();
    disk.chargeSync();
    return engine.exportCheckpoint(directory, tables);
  }

  @Override
  public Carrier exportPartition(String partition, Path scratch, Path directory) {
    requireRoom();
    // The flush, and the files.
    disk.chargeSync();
    disk.chargeSync();
    return engine.exportPartition(partition, scratch, directory);
  }

  @Override
  public void importCheckpoint(Path directory) {
    requireRoom();
    disk.chargeSync();
    engine.importCheckpoint(directory);
    try (Snapshot imported = engine.snapshot()) {
      rosters.accept(imported.roster());
    }
  }

  // -- all others are none

  private static UnsupportedOperationException noFiles() {
    return new UnsupportedOperationException("a simulated store has no files");
  }

  @Override
  public void exportPartition(Snapshot snapshot, String partition, Path directory) {
    throw noFiles();
  }

  @Override
  public void importPartition(Path directory, String partition, long move) {
    throw noFiles();
  }

  @Override
  public CompactionControl compactions() {
    return new CompactionControl() {
      @Override
      public void setAutomatic(boolean automatic) {
        debt.setAutomatic(automatic, now.getAsLong());
      }

      /** The rate is that of the simulation. */
      @Override
      public void limitRate(long bytesPerSecond) {}

      @Override
      public void compact(String partition, TokenRange range) {
        debt.compactAll();
      }

      @Override
      public void compactRecords() {
        debt.compactAll();
      }

      @Override
      public TreePressure sample() {
        return debt.sample(now.getAsLong());
      }
    };
  }
}
