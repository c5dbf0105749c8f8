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
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.concurrent.ThreadFactory;

/**
 * Writes what the core asks for into the log. Where the disk has no room, entries wait in memory
 * and are written when there is room again; the core hears of no sync meanwhile. For the replica's
 * thread only.
 */
final class LogWriter implements AutoCloseable {

  private record Waiting(long index, Entry entry) {}

  private final ReplicaLog log;
  private final Durability durability;
  private final GroupCommit commits;
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private LogPosition told;

  LogWriter(ReplicaLog log, Durability durability, SyncListener listener, ThreadFactory threads) {
    this.log = log;
    this.durability = durability;
    commits = new GroupCommit(log, listener, threads);
    told = log.synced();
  }

  /** Whether entries wait for room on the disk. */
  boolean isDiskFull() {
    return !waiting.isEmpty();
  }

  void append(long index, Entry entry) throws IOException {
    if (isDiskFull() || !written(index, entry)) {
      waiting.add(new Waiting(index, entry));
    }
  }

  private boolean written(long index, Entry entry) throws IOException {
    try {
      if (durability == Durability.SYNC) {
        commits.append(index, entry);
      } else {
        log.append(index, entry);
      }
      return true;
    } catch (DiskFullException e) {
      return false;
    }
  }

  /** Writes what waits, as far as there is room. */
  void retry() throws IOException {
    while (isDiskFull() && written(waiting.peek().index(), waiting.peek().entry())) {
      waiting.poll();
    }
  }

  /**
   * With {@link Durability#PERIODIC}: what was appended since the last call and counts as synced
   * already; null if nothing.
   */
  LogPosition countsAsSynced() {
    if (durability == Durability.SYNC || log.end().equals(told)) {
      return null;
    }
    told = log.end();
    return told;
  }

  /** With {@link Durability#PERIODIC}: what was appended is synced soon. */
  void syncSoon() {
    commits.requestSync();
  }

  void writeEpoch(EpochField field, long epoch) {
    commits.writeEpoch(field, epoch);
  }

  /** Durable when it returns. */
  void truncate(long length) throws IOException {
    for (Iterator<Waiting> each = waiting.iterator(); each.hasNext(); ) {
      if (each.next().index() > length) {
        each.remove();
      }
    }
    if (length < log.end().length()) {
      log.truncate(length);
    } else {
      log.sync();
    }
    told = log.end();
  }

  /** Durable when it returns. */
  void reset(LogPosition checkpoint) throws IOException {
    waiting.clear();
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
