package io.zabdb.node.config;

import io.zabdb.log.LogSettings;
import io.zabdb.storage.rocks.RocksOptions;
import io.zabdb.storage.tree.PressureLevels;
import java.time.Duration;

/**
 * How data is kept.
 *
 * @param log of each replica
 * @param rocks of each replica: its share of what the node may use
 * @param checkpointInterval after so many bytes of log a replica flushes and purges: its share
 * @param diskReserve below so many free bytes the node takes no updates
 * @param pressureLevels what a compaction pressure is worth
 * @param stepRate at which a leader without a successor compacts, in bytes a second; 0: no limit
 * @param flushPace how many times as fast as updates come in memtables are written; 0: no limit
 * @param scrubRate at which each replica reads its files, in bytes a second: its share; 0: never
 * @param scrubInterval between the beginnings of two passes over all files, at least
 * @param moveRate at which the node fetches files of partitions that move to it, in bytes a second
 */
public record StorageConfig(
    LogSettings log,
    RocksOptions rocks,
    long checkpointInterval,
    long diskReserve,
    PressureLevels pressureLevels,
    long stepRate,
    int flushPace,
    long scrubRate,
    Duration scrubInterval,
    long moveRate) {}
