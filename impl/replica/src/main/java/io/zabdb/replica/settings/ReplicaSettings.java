package io.zabdb.replica.settings;

import io.zabdb.core.group.Settings;
import io.zabdb.log.LogIdentity;
import io.zabdb.log.LogSettings;
import io.zabdb.storage.tree.PressureLevels;
import java.time.Duration;

/**
 * What a driver is told.
 *
 * @param core the replica's own settings
 * @param identity whose log it is
 * @param log sizes of the log
 * @param founding what a new group begins with, if this replica is the first to lead it
 * @param durability when an update counts as stored
 * @param flushInterval between syncs of the log, with {@link Durability#PERIODIC}
 * @param tick the unit of the core's time
 * @param checkpointBytes a checkpoint is taken after entries that take so many bytes of memory; the
 *     log that is kept, for members that lag, is between once and twice that
 * @param levels turn the store's pressure into the core's levels
 * @param stepRate at which a store compacts that cannot wait for another to take over, in bytes a
 *     second; 0: no limit
 * @param flushPace how many times as fast as updates come in memtables are written while no heavy
 *     compaction runs; 0: no limit
 * @param scrub how its files are read again and again
 * @param memory for entries of its log
 * @param moves when partitions that leave stay after all
 */
public record ReplicaSettings(
    Settings core,
    LogIdentity identity,
    LogSettings log,
    Founding founding,
    Durability durability,
    Duration flushInterval,
    Duration tick,
    long checkpointBytes,
    PressureLevels levels,
    long stepRate,
    int flushPace,
    ScrubSettings scrub,
    ReplicaMemory memory,
    MoveBounds moves) {

  public ReplicaSettings {
    if (tick.toNanos() < 1_000_000 || tick.toMillis() > 1_000) {
      throw new IllegalArgumentException("tick is " + tick + ", allowed is 1 ms to 1 s");
    }
    if (flushInterval.toMillis() < 1 || flushInterval.toMillis() > 60_000) {
      throw new IllegalArgumentException(
          "flushInterval is " + flushInterval + ", allowed is 1 ms to 60 s");
    }
    if (checkpointBytes < 1) {
      throw new IllegalArgumentException(
          "checkpointBytes is " + checkpointBytes + ", not positive");
    }
  }

  /** The number of the replica group. */
  public int group() {
    return identity.group();
  }
}
