package io.zabdb.node.config;

import static io.zabdb.node.config.Types.bytes;
import static io.zabdb.node.config.Types.duration;
import static io.zabdb.node.config.Types.integer;
import static io.zabdb.node.config.Types.yesOrNo;

import java.time.Duration;
import java.util.List;

/** The log and the store on disk. */
final class StorageOptions {

  private static final OptionPart PART = new OptionPart("storage");

  static final Option<Long> LOG_SEGMENT =
      PART.given(
          "log-segment",
          bytes(64 * Units.KIB, 256 * Units.MIB),
          "32MiB",
          "The size of a log file; more than twice max-request.");
  static final Option<Long> LOG_PREALLOCATE =
      PART.given(
          "log-preallocate",
          bytes(4 * Units.KIB, 256 * Units.MIB),
          "1MiB",
          "How far ahead log files are filled; at most log-segment.");
  static final Option<Integer> LOG_SPARES =
      PART.given(
          "log-spares",
          integer(0, 64),
          "4",
          "How many log files that are no longer needed are kept, to be written again.");
  static final Option<Long> CHECKPOINT_INTERVAL =
      PART.given(
          "checkpoint-interval",
          bytes(64 * Units.KIB, Units.TIB),
          "32MiB",
          "How much log, of all replicas together, is written until a replica flushes its"
              + " store and purges the log up to the previous flush; each update counts 128 bytes"
              + " more. The heap holds 56 bytes for each update that is kept.");
  static final Option<Long> DISK_RESERVE =
      PART.given(
          "disk-reserve",
          bytes(0, 1_024 * Units.TIB),
          "256MiB",
          "With less free disk space than this the node takes no updates and is not ready.");
  static final Option<Long> CACHE =
      PART.given(
          "cache",
          bytes(Units.MIB, Units.TIB),
          "96MiB",
          "RocksDB's block cache, for all replicas together; memtables count against it.");
  static final Option<Long> MEMTABLES =
      PART.given(
          "memtables",
          bytes(Units.MIB, Units.TIB),
          "64MiB",
          "RocksDB's memtables, for all replicas together; beyond this they are flushed; at least"
              + " 64KiB for each partition of each group of the node.");
  static final Option<Long> TREE_MEMTABLE =
      PART.given(
          "tree-memtable",
          bytes(64 * Units.KIB, Units.TIB),
          "48MiB",
          "RocksDB's memtable of one tree; beyond this all are flushed; at most memtables.");
  static final Option<Long> STORE_FILE =
      PART.given(
          "store-file",
          bytes(32 * Units.KIB, 16 * Units.GIB),
          "32MiB",
          "The approximate size of RocksDB's files.");
  static final Option<Integer> LEVEL0_TRIGGER =
      PART.given(
          "level0-trigger",
          integer(1, 1_000),
          "4",
          "How many files in level 0 start a compaction.");
  static final Option<Integer> BACKGROUND_JOBS =
      PART.given(
          "background-jobs",
          integer(1, 256),
          "2",
          "How many flushes and compactions run at a time.");
  static final Option<Long> RATE_LIMIT =
      PART.given(
          "rate-limit",
          bytes(0, Units.TIB),
          "0",
          "Bytes a second that flushes and compactions may write; 0: no limit.");
  static final Option<Integer> FLUSH_PACE =
      PART.given(
          "flush-pace",
          integer(0, 1_000),
          "0",
          "How fast memtables are written to disk while no heavy compaction runs, as a"
              + " multiple of the rate of updates, at least 8 MiB a second; 0: as fast as the disk"
              + " can.");
  static final Option<Long> SCRUB_RATE =
      PART.given(
          "scrub-rate",
          bytes(0, Units.GIB),
          "1MiB",
          "Bytes a second, for all replicas together, that the scrub reads of stores and"
              + " logs to find damage before the data is needed; less while a replica compacts or"
              + " is strained; 0: none.");
  static final Option<Duration> SCRUB_INTERVAL =
      PART.given(
          "scrub-interval",
          duration(Duration.ofSeconds(1), Duration.ofDays(365)),
          "1d",
          "The minimum time from the start of one such pass over all files of a replica to"
              + " the next; the first one starts with the node.");
  static final Option<Long> MOVE_RATE =
      PART.given(
          "move-rate",
          bytes(Units.MIB, 10 * Units.GIB),
          "64MiB",
          "Bytes a second that the node fetches at most of files of partitions that move to it; it"
              + " ships at most four times as many. Clients come first.");
  static final Option<Boolean> COMPRESSION =
      PART.given("compression", yesOrNo(), "true", "Whether stored data is compressed.");

  private StorageOptions() {}

  /** All of them, in the order of the documentation. */
  static List<Option<?>> all() {
    return PART.options();
  }
}
