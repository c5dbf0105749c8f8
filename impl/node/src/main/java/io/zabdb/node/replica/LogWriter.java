package io.zabdb.node.replica;

import io.zabdb.core.message.Entry;
import io.zabdb.core.step.EpochField;
import io.zabdb.log.GroupCommit;
import io.zabdb.log.LogPosition;
import io.zabdb.log.ReplicaLog;
import io.zabdb.log.SyncListener;
import io.zabdb.log.file.DiskFullException;
import io.zabdb.node.config.Durability;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/**
 * Writes what the core asks for into the log: all entries of a turn of the event loop together.
 * Where the disk has no room, they wait in memory and are written when there is room again; the
 * core hears of no sync meanwhile. For the replica's thread only.
 */
final class LogWriter implements AutoCloseable {

  private final ReplicaLog log;
  private final Durability durability;
  private final GroupCommit commits;

  /** Not written yet; they follow what the log holds. */
  private List<Entry> waiting = new ArrayList<>();

  private boolean diskFull;
  private LogPosition told;

  LogWriter(ReplicaLog log, Durability durability, SyncListener listener, ThreadFactory threads) {
    this.log = log;
    this.durability = durability;
    commits = new GroupCommit(log, listener, threads);
    told = log.synced();
  }

  /** Whether entries wait for room on the disk. */
  boolean isDiskFull() {
    return diskFull;
  }

  /** Whether a sync runs, or is about to: what is written now has to wait for the next one. */
  boolean isSyncing() {
    return durability == Durability.SYNC && log.synced().length() < log.end().length();
  }

  /** How many entries the log's files hold. */
  long written() {
    return log.end().length();
  }

  /** Takes the next entry; it is written by {@link #write}. */
  void append(Entry entry) {
    waiting.add(entry);
  }

  /** Writes what waits, as far as there is room. */
  void write() throws IOException {
    if (waiting.isEmpty()) {
      return;
    }
    long before = log.end().length();
    try {
      if (durability == Durability.SYNC) {
        commits.append(before + 1, waiting);
      } else {
        log.append(before + 1, waiting);
      }
      diskFull = false;
      waiting = new ArrayList<>();
    } catch (DiskFullException e) {
      diskFull = true;
      int written = (int) (log.end().length() - before);
      waiting = new ArrayList<>(waiting.subList(written, waiting.size()));
      commits.requestSync();
    }
  }

  /**
   * With {@link Durability#PERIODIC}: what was written since the last call and counts as synced
   * already; null if nothing.
   */
  LogPosition countsAsSynced() {
    if (durability == Durability.SYNC || log.end().equals(told)) {
      return null;
    }
    told = log.end();
    return told;
  }

  /** With {@link Durability#PERIODIC}: what was written is synced soon. */
  void syncSoon() {
    commits.requestSync();
  }

  void writeEpoch(EpochField field, long epoch) {
    commits.writeEpoch(field, epoch);
  }

  /**
   * Cuts the log, and what waits for it, to the first {@code length} entries; durable when it
   * returns.
   */
  void truncate(long length) throws IOException {
    long end = log.end().length();
    int kept = (int) Math.max(0, Math.min(waiting.size(), length - end));
    waiting = new ArrayList<>(waiting.subList(0, kept));
    if (length < end) {
      log.truncate(length);
      told = log.end();
    }
  }

  /** Durable when it returns. */
  void reset(LogPosition checkpoint) throws IOException {
    waiting.clear();
    diskFull = false;
    log.reset(checkpoint);
    told = checkpoint;
  }

  void purge(LogPosition checkpoint) throws IOException {
    log.purge(checkpoint);
  }

  /** Syncs what was written, and closes the log. */
  @Override
  public void close() throws IOException {
    commits.close();
    log.close();
  }
}
