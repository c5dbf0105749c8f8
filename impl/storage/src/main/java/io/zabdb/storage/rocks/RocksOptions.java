package io.zabdb.storage.rocks;

import io.zabdb.model.data.DataLimits;

/**
 * How RocksDB uses the machine.
 *
 * @param cacheBytes of the block cache, for all trees; memtables count against it
 * @param memtableBytes of the memtables of all trees together: beyond it they are flushed
 * @param treeMemtableBytes of the memtable of one tree: beyond it all are flushed
 * @param fileBytes of an SST file, about
 * @param level0Trigger how many files in level 0 start a compaction
 * @param backgroundJobs flushes and compactions at a time
 * @param rateLimit in bytes a second, for flushes and compactions; 0: none
 * @param compression whether blocks are compressed, by LZ4
 */
public record RocksOptions(
    long cacheBytes,
    long memtableBytes,
    long treeMemtableBytes,
    long fileBytes,
    int level0Trigger,
    int backgroundJobs,
    long rateLimit,
    boolean compression) {

  /** For a node with some hundred MiB to spare. */
  public static final RocksOptions DEFAULT =
      new RocksOptions(256L << 20, 128L << 20, 64L << 20, 64L << 20, 4, 2, 0, true);

  /** Small in all, for tests: much is flushed and compacted. */
  public static final RocksOptions TINY =
      new RocksOptions(1L << 20, 1L << 20, 64L << 10, 32L << 10, 2, 2, 0, true);

  /**
   * What memtables take at once for a tree, in bytes: RocksDB's arena block. Its own default, 1 MiB
   * for memtables of 8 MiB and more, makes it flush for ever when trees are half as many as the MiB
   * of all memtables.
   */
  static final long ARENA_BYTES = 32L << 10;

  /**
   * How many bytes of memtables each tree should have at least: less is flushed as soon as there is
   * something in each.
   */
  public static final long LEAST_TREE_BYTES = 2 * ARENA_BYTES;

  /** The highest limit of a rate, in bytes a second. */
  public static final long MAX_RATE = 1L << 40;

  private static final long KIB = 1L << 10;
  private static final long TIB = 1L << 40;

  public RocksOptions {
    DataLimits.check("the bytes of the block cache", cacheBytes, KIB, TIB);
    DataLimits.check("the bytes of all memtables", memtableBytes, KIB, TIB);
    DataLimits.check("the bytes of a tree's memtable", treeMemtableBytes, KIB, memtableBytes);
    DataLimits.check("the bytes of a file", fileBytes, KIB, TIB);
    DataLimits.check("the files in level 0 that start a compaction", level0Trigger, 1, 1_000);
    DataLimits.check("the background jobs", backgroundJobs, 1, 1_000);
    DataLimits.check("the rate limit in bytes a second", rateLimit, 0, MAX_RATE);
  }

  /** From how many bytes on the level below level 0 is compacted further. */
  public long levelBytes() {
    return fileBytes * level0Trigger;
  }

  /** The same with another rate limit, in bytes a second. */
  public RocksOptions withRateLimit(long bytesPerSecond) {
    return new RocksOptions(
        cacheBytes,
        memtableBytes,
        treeMemtableBytes,
        fileBytes,
        level0Trigger,
        backgroundJobs,
        bytesPerSecond,
        compression);
  }
}
