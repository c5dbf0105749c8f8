package io.zabdb.maelstrom.replica;

import io.zabdb.model.ring.TokenRange;
import io.zabdb.replica.ReplicaDisk;
import io.zabdb.replica.memory.ForwardingDisk;
import io.zabdb.replica.memory.ForwardingEngine;
import io.zabdb.storage.engine.CompactionControl;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.tree.TreePressure;

/** A disk whose store has made-up work to do besides its own. */
final class BusyDisk extends ForwardingDisk {

  private final MadeUpWork work;
  private final String partition;

  /**
   * @param disk below
   * @param partition of the store, the only one
   */
  BusyDisk(ReplicaDisk disk, MadeUpWork work, String partition) {
    super(disk);
    this.work = work;
    this.partition = partition;
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
      public CompactionControl compactions() {
        return new Control(store.compactions(), work, partition);
      }
    };
  }

  /** A made-up compaction is a real one of the whole store, too. */
  private record Control(CompactionControl real, MadeUpWork work, String partition)
      implements CompactionControl {

    @Override
    public void setAutomatic(boolean automatic) {
      real.setAutomatic(automatic);
      if (work.setAutomatic(automatic)) {
        compact(partition, TokenRange.ALL);
        compactRecords();
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
