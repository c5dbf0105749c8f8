package io.zabdb.replica;

import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Entry;
import io.zabdb.core.zab.Recovered;
import io.zabdb.log.CorruptLogException;
import io.zabdb.log.LogPosition;
import io.zabdb.log.OpenedLog;
import io.zabdb.log.RecoveredLog;
import io.zabdb.log.ReplicaLog;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.replica.settings.ReplicaSettings;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.AppliedPoint;
import io.zabdb.storage.engine.StorageEngine;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a replica finds on disk when it starts, and makes fit together: log, store and checkpoints
 * may each have come further than the others when the process ended ({@code AppliedIndex!Recover}).
 */
final class OpenedReplica {

  private static final Logger LOG = LoggerFactory.getLogger(OpenedReplica.class);

  /** Files of partitions that came, in the directory of those that move. */
  private static final String ARRIVED = "arrived";

  private final ReplicaLog log;
  private final ReplicaStore store;
  private final Checkpoints checkpoints;
  private final Checkpoint newest;
  private final Recovered recovered;
  private final String damage;
  private final TailCommands tail = new TailCommands();
  private boolean storeSetAside;

  private OpenedReplica(
      ReplicaLog log,
      ReplicaStore store,
      Checkpoints checkpoints,
      Checkpoint newest,
      Recovered recovered,
      String damage) {
    this.damage = damage;
    this.newest = newest;
    this.log = log;
    this.store = store;
    this.checkpoints = checkpoints;
    this.recovered = recovered;
  }

  ReplicaLog log() {
    return log;
  }

  ReplicaStore store() {
    return store;
  }

  Checkpoints checkpoints() {
    return checkpoints;
  }

  /** The group's own commands in the log; for the loop. */
  TailCommands tail() {
    return tail;
  }

  /** Whether there was a store without the log that led to it. */
  boolean isStoreSetAside() {
    return storeSetAside;
  }

  /** The checkpoint that was taken last, or null. */
  Checkpoint newest() {
    return newest;
  }

  /** What is known of damage in the store; empty if there is none. */
  String damage() {
    return damage;
  }

  Recovered recovered() {
    return recovered;
  }

  /**
   * Opens all.
   *
   * @throws CorruptLogException if the log is damaged
   * @throws StorageException if the store is damaged, or does not fit the log
   */
  static OpenedReplica open(ReplicaSettings settings, ReplicaDisk disk) throws IOException {
    OpenedLog opened =
        ReplicaLog.open(
            disk.openLog(), settings.identity(), settings.log(), settings.memory().historyBytes());
    StorageEngine engine = null;
    try {
      String damage = disk.replaceDamaged(opened.recovered().base().length());
      engine = openStore(disk);
      boolean logLost = isLogLost(opened, engine);
      if (logLost) {
        LOG.warn(
            "The log of the replica in {} is gone, its store is not: the store is set aside, in {},"
                + " and the replica learns everything from its group",
            disk.location(),
            ReplicaDisk.SET_ASIDE);
        engine.close();
        engine = null;
        disk.setStoreAside();
        engine = openStore(disk);
      }
      OpenedReplica replica = recover(settings, disk, opened, engine, damage);
      replica.storeSetAside = logLost;
      return replica;
    } catch (IOException | RuntimeException e) {
      if (engine != null) {
        engine.close();
      }
      opened.log().close();
      throw e;
    }
  }

  /**
   * Gives it to whoever closes it; if there is nobody, since that fails, it is closed: else nobody
   * could open it until the process ends.
   */
  <T> T give(Supplier<T> to) throws IOException {
    try {
      return to.get();
    } catch (RuntimeException e) {
      try {
        store.close();
      } finally {
        log.close();
      }
      throw e;
    }
  }

  /**
   * A store that has applied something beside a log that has promised nothing: what the replica
   * vouched for is forgotten. That it knows a part must not make it look like one that knows all.
   */
  private static boolean isLogLost(OpenedLog opened, StorageEngine engine) {
    return opened.recovered().acceptedEpoch() == 0 && engine.applied().length() > 0;
  }

  /** Entries that the store lacks and the log has no more are nowhere on this disk. */
  private static void checkNoGap(ReplicaDisk disk, AppliedPoint applied, LogPosition base) {
    if (applied.length() < base.length()) {
      throw new StorageException(
          ErrorCode.CORRUPT,
          "the store in "
              + disk.location()
              + " has applied "
              + applied.length()
              + " entries, but the log begins behind "
              + base.length()
              + ": rebuild this replica from its group");
    }
  }

  private static StorageEngine openStore(ReplicaDisk disk) {
    StorageEngine engine = disk.openStore();
    try {
      disk.moves().ifPresent(moves -> engine.keepArrivalsIn(moves.resolve(ARRIVED)));
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
    return engine;
  }

  private static OpenedReplica recover(
      ReplicaSettings settings,
      ReplicaDisk disk,
      OpenedLog opened,
      StorageEngine engine,
      String damage)
      throws IOException {
    ReplicaLog log = opened.log();
    RecoveredLog found = opened.recovered();
    AppliedPoint applied = engine.applied();
    Checkpoints checkpoints = disk.checkpoints();
    LogPosition base = found.base();
    List<Entry> entries = found.entries();
    checkNoGap(disk, applied, base);
    if (engine.isImportPending() && found.has(applied.length(), applied.zxid())) {
      // The store was replaced under a log that goes on behind it.
      engine.finishImport();
    } else if (engine.isImportPending() || applied.length() > found.end().length()) {
      // A checkpoint was installed, or the store outlived a tail of the log: all of it was
      // committed.
      base = new LogPosition(applied.length(), applied.zxid());
      log.reset(base);
      entries = List.of();
      engine.finishImport();
    }
    engine.beganWith(settings.founding().ofBefore());
    ReplicaStore store = new ReplicaStore(engine);
    List<Checkpoint> kept = checkpoints.open(base.length());
    Checkpoint checkpoint = null;
    if (base.length() > 0) {
      if (kept.isEmpty() || kept.get(0).length() != base.length()) {
        kept = List.of(checkpoints.take(engine));
      }
      checkpoint = kept.get(0);
      entries = entries.subList((int) (checkpoint.length() - base.length()), entries.size());
    }
    Checkpoint newest = kept.isEmpty() ? null : kept.get(kept.size() - 1);
    OpenedReplica replica =
        new OpenedReplica(
            log,
            store,
            checkpoints,
            newest,
            new Recovered(
                log.disk(), found.acceptedEpoch(), found.currentEpoch(), checkpoint, entries),
            damage);
    replica.readTail(checkpoint == null ? 0 : checkpoint.length());
    return replica;
  }

  /**
   * Notes the group's own commands that the log holds.
   *
   * @param length of the log ahead of what was recovered
   */
  private void readTail(long length) throws IOException {
    long applied = store.engine().applied().length();
    long index = length;
    for (Entry entry : recovered.entries()) {
      index++;
      if (index > applied && StorageEngine.isOfGroup(entry)) {
        Entry whole =
            entry.isInMemory() ? entry : log.reader().read(index, index, Long.MAX_VALUE).get(0);
        tail.appended(index, whole, applied);
      }
    }
  }
}
