package io.zabdb.storage.rocks;

import io.zabdb.storage.key.CellKey;
import io.zabdb.storage.tree.Cursor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Properties;
import org.rocksdb.AbstractNativeReference;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.ConcurrentTaskLimiter;
import org.rocksdb.ConcurrentTaskLimiterImpl;
import org.rocksdb.DBOptions;
import org.rocksdb.Env;
import org.rocksdb.EnvOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.Priority;
import org.rocksdb.RateLimiter;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;
import org.rocksdb.WriteBufferManager;

/** What all trees of a store share: the cache, the memory for memtables, the options. */
final class RocksResources implements AutoCloseable {

  static {
    try {
      RocksLibrary.load();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // Requests come first: a compaction takes what processor time they leave.
    Env.getDefault().lowerThreadPoolCPUPriority(Priority.LOW);
  }

  private static final double BLOOM_BITS = 10;
  private static final long SYNC_BYTES = 512 << 10;

  /** Of RocksDB's own log, which has a few hundred bytes for each flush and compaction. */
  private static final long INFO_LOG_BYTES = 4 << 20;

  private static final int INFO_LOGS = 4;

  /** Files in level 0 from which RocksDB would slow writes down: the protocol decides instead. */
  private static final int NEVER = 1 << 30;

  /**
   * How old a file of the last level has to be, in seconds, before it is compacted because a
   * snapshot was released. {@link ColumnFamilyOptions} has no method for it.
   */
  private static final String LAST_LEVEL_DELAY = "bottommost_file_compaction_delay";

  private static final long LONGEST_DELAY = 0xFFFF_FFFFL;

  /** Of a limiter of compactions. */
  private static final int UNLIMITED = -1;

  private final RocksOptions options;
  // Closed in the opposite order.
  private final Deque<AbstractNativeReference> owned = new ArrayDeque<>();
  private final DBOptions database;
  private final BlockBasedTableConfig table;
  private final RateLimiter rate;
  private final ConcurrentTaskLimiter compactions;
  private final ColumnFamilyOptions system;
  private final ColumnFamilyOptions cells;

  RocksResources(RocksOptions options) {
    this.options = options;
    Cache cache = own(new LRUCache(options.cacheBytes()));
    table =
        new BlockBasedTableConfig()
            .setBlockCache(cache)
            .setCacheIndexAndFilterBlocks(true)
            .setFilterPolicy(own(new BloomFilter(BLOOM_BITS)));
    rate = own(new RateLimiter(unlessZero(options.rateLimit())));
    compactions = own(new ConcurrentTaskLimiterImpl("compactions", UNLIMITED));
    database = own(new DBOptions());
    database
        .setCreateIfMissing(true)
        // Families that are written together must come back together.
        .setAtomicFlush(true)
        // Closing must not flush: entries might not be synced in the log.
        .setAvoidFlushDuringShutdown(true)
        // Whoever is the last to read a file leaves it to a thread of RocksDB to remove it.
        .setAvoidUnnecessaryBlockingIO(true)
        .setWriteBufferManager(own(new WriteBufferManager(options.memtableBytes(), cache)))
        // Else much dirty data piles up, and the next sync of the log waits for all of it.
        .setBytesPerSync(SYNC_BYTES)
        .setStrictBytesPerSync(true)
        .setMaxBackgroundJobs(options.backgroundJobs())
        // Flushes and compactions are written down: bench compaction reads them.
        .setInfoLogLevel(InfoLogLevel.INFO_LEVEL)
        .setMaxLogFileSize(INFO_LOG_BYTES)
        .setKeepLogFileNum(INFO_LOGS)
        .setStatsDumpPeriodSec(0)
        .setRateLimiter(rate);
    system = family();
    // Reads of a row look only at files that may hold its token.
    cells = family().useFixedLengthPrefixExtractor(CellKey.TOKEN_BYTES);
  }

  DBOptions database() {
    return database;
  }

  /**
   * Changes what flushes and compactions may write together.
   *
   * @param bytesPerSecond 0: as the options say
   */
  void limitRate(long bytesPerSecond) {
    rate.setBytesPerSecond(bytesPerSecond == 0 ? unlessZero(options.rateLimit()) : bytesPerSecond);
  }

  /**
   * Whether compactions begin by themselves, in whatever tree; those that run go on to their end.
   * Said once for all trees: as an option of each, RocksDB would write down the options of all as
   * often as there are trees.
   */
  void setAutomaticCompaction(boolean automatic) {
    compactions.setMaxOutstandingTask(automatic ? UNLIMITED : 0);
  }

  /**
   * How many compactions run. RocksDB's own property counts one that is held as running, since it
   * tries again and again.
   */
  int runningCompactions() {
    return compactions.outstandingTask();
  }

  private static long unlessZero(long limit) {
    return limit == 0 ? RocksOptions.MAX_RATE : limit;
  }

  /** From how many bytes on the level below level 0 is compacted further. */
  long levelBytes() {
    return options.levelBytes();
  }

  /** For the tree that has no cells. */
  ColumnFamilyOptions system() {
    return system;
  }

  /** For trees of cells. */
  ColumnFamilyOptions cells() {
    return cells;
  }

  /** Writes a file of about the usual size with what a cursor goes through next. */
  void writeFile(Cursor cursor, Path file) {
    try (EnvOptions env = new EnvOptions();
        Options all = new Options(database, cells);
        SstFileWriter writer = new SstFileWriter(env, all)) {
      writer.open(file.toString());
      for (long bytes = 0; cursor.isValid() && bytes < options.fileBytes(); cursor.next()) {
        byte[] key = cursor.key();
        byte[] value = cursor.value();
        writer.put(key, value);
        bytes += key.length + value.length;
      }
      writer.finish();
    } catch (RocksDBException e) {
      throw RocksErrors.of("write " + file, e);
    }
  }

  /**
   * Compactions are for the size of a level only: what else RocksDB would compact no forecast
   * names, so nobody would be asked to permit it, and what it may not do it tries a hundred times a
   * second.
   */
  private ColumnFamilyOptions family() {
    Properties bySizeOnly = new Properties();
    bySizeOnly.setProperty(LAST_LEVEL_DELAY, Long.toString(LONGEST_DELAY));
    ColumnFamilyOptions family =
        own(ColumnFamilyOptions.getColumnFamilyOptionsFromProps(bySizeOnly));
    return family
        // Nor for its age.
        .setTtl(0)
        .setTableFormatConfig(table)
        .setCompactionStyle(CompactionStyle.LEVEL)
        .setWriteBufferSize(options.treeMemtableBytes())
        .setArenaBlockSize(RocksOptions.ARENA_BYTES)
        .setTargetFileSizeBase(options.fileBytes())
        .setMaxBytesForLevelBase(levelBytes())
        .setLevel0FileNumCompactionTrigger(options.level0Trigger())
        .setLevel0SlowdownWritesTrigger(NEVER)
        .setLevel0StopWritesTrigger(NEVER)
        .setCompactionThreadLimiter(compactions)
        .setCompressionType(
            options.compression()
                ? CompressionType.LZ4_COMPRESSION
                : CompressionType.NO_COMPRESSION);
  }

  private <T extends AbstractNativeReference> T own(T resource) {
    owned.push(resource);
    return resource;
  }

  @Override
  public void close() {
    while (!owned.isEmpty()) {
      owned.pop().close();
    }
  }
}
