package io.zabdb.node.config;

import io.zabdb.log.LogSettings;
import io.zabdb.storage.rocks.RocksOptions;
import io.zabdb.storage.tree.PressureLevels;
import java.time.Duration;

/**
 * How data is kept.
 *
 * @param log of each replica
 * @param logRetention so many bytes of a log are kept for members that lag, in each replica
 * @param rocks of each replica: its share of what the node may use
 * @param checkpointInterval after so many bytes of log a replica flushes and purges
 * @param diskReserve below so many free bytes the node takes no updates
 * @param pressureLevels what a compaction pressure is worth
 * @param pressureInterval between looks at the pressure
 * @param readThreads for reads of all replicas together
 */
public record StorageConfig(
    LogSettings log,
    long logRetention,
    RocksOptions rocks,
    long checkpointInterval,
    long diskReserve,
    PressureLevels pressureLevels,
    Duration pressureInterval,
    int readThreads) {}
