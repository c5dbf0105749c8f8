package io.zabdb.node.process;

import io.zabdb.core.group.TransferPolicy;
import io.zabdb.node.config.NodeConfig;
import io.zabdb.node.config.StorageConfig;
import io.zabdb.storage.rocks.RocksOptions;
import java.util.ArrayList;
import java.util.List;

/** Finds settings under which leaders never step aside, whatever is written. */
final class TransferRule {

  private static final long MIB = 1L << 20;

  private final NodeConfig config;

  TransferRule(NodeConfig config) {
    this.config = config;
  }

  /** What to warn of, in sentences; empty: nothing. */
  List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (config.replication().transfer().policy() == TransferPolicy.OFF) {
      return warnings;
    }
    StorageConfig storage = config.storage();
    long heavy = storage.pressureLevels().heavyBytes();
    long most = mostRead(storage);
    if (heavy > most) {
      warnings.add(
          "transfer-heavy-bytes is "
              + heavy / MIB
              + " MiB, but a compaction of level 0 reads at most about "
              + most / MIB
              + " MiB (level0-trigger times what a flush writes, and as much as the level below may"
              + " hold): all of them count as light, and no leader steps aside for one");
    }
    return warnings;
  }

  /**
   * What a compaction of level 0 reads when its files are full and the level below is: a flush
   * comes when the memtable is full, or after an interval between checkpoints.
   */
  private static long mostRead(StorageConfig storage) {
    RocksOptions rocks = storage.rocks();
    long flush = Math.min(rocks.treeMemtableBytes(), storage.checkpointInterval());
    return flush * rocks.level0Trigger() + rocks.levelBytes();
  }
}
