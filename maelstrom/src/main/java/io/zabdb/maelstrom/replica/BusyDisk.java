package io.zabdb.maelstrom.replica;

import io.zabdb.core.message.Checkpoint;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.replica.ReplicaDisk;
import io.zabdb.replica.memory.ForwardingDisk;
import io.zabdb.replica.memory.ForwardingEngine;
import io.zabdb.shard.PartitionId;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.CompactionControl;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.tree.TablePool;
import io.zabdb.storage.tree.TreePressure;
import java.nio.file.Path;
import java.util.function.Consumer;

/** A disk whose store has made-up work to do besides its own, and tells of its checkpoints. */
final class BusyDisk extends ForwardingDisk {

  private final MadeUpWork work;
  private final Consumer<String> people;

  /**
   * @param disk below
   * @param people are told of each checkpoint
   */
  BusyDisk(ReplicaDisk disk, MadeUpWork work, Consumer<String> people) {
    super(disk);
    this.work = work;
    this.people = people;
  }

  @Override
  public StorageEngine openStore() {
    StorageEngine store = super.openStore();
    return new ForwardingEngine() {
      @Override
      protected StorageEngine engine() {
        return store;
      }

      @Override
      public Checkpoint exportCheckpoint(Path directory, TablePool.Choice tables) {
        Checkpoint taken = super.exportCheckpoint(directory, tables);
        people.accept("a checkpoint of " + taken.length() + " entries was taken");
        return taken;
      }

      @Override
      public CompactionControl compactions() {
        return new Control(store, store.compactions(), work);
      }
    };
  }

  /** A made-up compaction is a real one of the whole store, too. */
  private record Control(StorageEngine store, CompactionControl real, MadeUpWork work)
      implements CompactionControl {

    @Override
    public void setAutomatic(boolean automatic) {
      real.setAutomatic(automatic);
      if (work.setAutomatic(automatic)) {
        store.table().records().keySet().forEach(this::compactWhole);
        compactRecords();
      }
    }

    /** What has gone since, by a move, need not be compacted. */
    private void compactWhole(PartitionId partition) {
      try {
        compact(partition.name(), TokenRange.ALL);
      } catch (StorageException e) {
        if (e.code() != ErrorCode.NOT_FOUND) {
          throw e;
        }
      }
    }

    @Override
    public void limitRate(long bytesPerSecond) {
      real.limitRate(bytesPerSecond);
    }

    @Override
    public void compact(String ofPartition, TokenRange range) {
      real.compact(ofPartition, range);
    }

    @Override
    public void compactRecords() {
      real.compactRecords();
    }

    @Override
    public TreePressure sample() {
      return work.sample(real.sample());
    }
  }
}
