package io.zabdb.replica;

import io.zabdb.core.message.Checkpoint;
import io.zabdb.log.LogPosition;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.data.StorageException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes of the log that the core waits for: a cut, and a checkpoint that takes the place of store
 * and log. By the loop; what waits for a disk is done by workers.
 */
final class Installing {

  private static final Logger LOG = LoggerFactory.getLogger(Installing.class);

  /** Until it is looked for room again. */
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final ReplicaParts parts;
  private final Turns turns;
  private final OpenedReplica opened;
  private final LogWriter log;
  private final ApplySchedule schedule;
  private final Purging purging;

  Installing(ReplicaParts parts, ApplySchedule schedule, Purging purging) {
    this.parts = parts;
    turns = parts.turns();
    opened = parts.opened();
    log = parts.log();
    this.schedule = schedule;
    this.purging = purging;
  }

  /**
   * Cuts the log to so many entries. What was passed to the applier was committed. A group that
   * goes on without it has lost it, as it may with {@link
   * io.zabdb.replica.settings.Durability#PERIODIC}, and the store cannot take it back.
   */
  void truncate(long length) {
    long handedOver = schedule.handedOver();
    if (length < handedOver) {
      throw new StorageException(
          ErrorCode.CORRUPT,
          "the group goes on behind entry "
              + length
              + ", but this store has applied "
              + handedOver
              + " entries: the group has lost the rest; rebuild this replica from its group");
    }
    turns.suspend();
    log.truncate(
        length,
        cut -> {
          parts.rosters().cut(cut, length);
          turns.resume();
        });
  }

  /** The store is replaced after all that was passed to the applier. */
  void install(Checkpoint received, Runnable handOver) {
    turns.suspend();
    // The core has the new history already: what it calls synced, the log may not even hold.
    schedule.stopReading();
    handOver.run();
    parts.applier().replace(() -> load(received));
  }

  /** By the worker that applies. Waits for room on the disk, as updates do. */
  private void load(Checkpoint received) {
    try {
      Checkpoint kept = opened.checkpoints().adopt(received);
      opened.checkpoints().load(kept, opened.store().engine());
      parts.loop().run(() -> reset(kept));
    } catch (StorageException e) {
      if (e.code() != ErrorCode.DISK_FULL) {
        throw e;
      }
      LOG.warn("Group {}: a checkpoint is not installed yet: {}", parts.group(), e.getMessage());
      parts.loop().schedule(RETRY_NANOS, () -> parts.applier().replace(() -> load(received)));
    }
  }

  private void reset(Checkpoint kept) {
    log.reset(
        new LogPosition(kept.length(), kept.zxid()),
        opened.store().engine()::finishImport,
        () -> installed(kept));
  }

  private void installed(Checkpoint kept) {
    if (turns.isOver()) {
      return;
    }
    purging.installed(kept);
    parts.partitions().look();
    parts.metrics().installed();
    schedule.goOnBehind(kept.length());
    LOG.info("Group {}: a checkpoint of {} entries was installed", parts.group(), kept.length());
    turns.resume();
  }
}
