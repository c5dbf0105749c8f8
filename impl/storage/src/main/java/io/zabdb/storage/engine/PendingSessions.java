package io.zabdb.storage.engine;

import io.zabdb.storage.engine.SystemRecords.LastRequest;
import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TreeStore;
import io.zabdb.storage.tree.TreeView;

/**
 * What an engine has in memory of its sessions. A batch writes one record of its requests, and none
 * for each session; what those records say and the sessions' do not is pending, and all of it is
 * here. From time to time it is consolidated: written into the sessions' records. Of other
 * sessions, those that were active last are here. Not thread-safe.
 */
final class PendingSessions {

  /** So many requests may be pending. They are read when a store is opened. */
  static final int MAX_PENDING = 10_000;

  /** What one takes in memory, about: its key, its record, its result, its place in a table. */
  static final int BYTES = 400;

  private final int mostPending;
  private final SessionTable recent;
  private final SessionTable pending = new SessionTable();
  private KeptSessions kept = new KeptSessions();
  private int pendingRequests;

  /** Request records of shorter logs are deleted: a cursor need not pass what is left of them. */
  private long firstPending;

  /**
   * @param mostPending how many requests may be pending before a batch; at least 1. So many of
   *     others are here, too.
   */
  PendingSessions(int mostPending) {
    this.mostPending = mostPending;
    recent = SessionTable.ofRecent(mostPending);
  }

  /** Forgets all, and reads what is pending in a store. */
  void load(TreeView view) {
    recent.clear();
    pending.clear();
    pendingRequests = pending.putRequests(view);
    kept = KeptSessions.of(view);
    firstPending = 0;
  }

  /** Which sessions are kept. */
  KeptSessions kept() {
    return kept;
  }

  /** The session's last request in a partition; null: it is what the session's record says. */
  LastRequest request(String partition, long session) {
    LastRequest last = pending.request(partition, session);
    return last == null ? recent.request(partition, session) : last;
  }

  /** Adds the requests of a batch, whose record was written. */
  void add(RequestBatch batch) {
    pending.putAll(batch.table());
    kept.putAll(batch.generations());
    pendingRequests += batch.size();
  }

  /** Whether so many are pending that they are to be consolidated before the next batch. */
  boolean isFull() {
    return pendingRequests >= mostPending;
  }

  /**
   * Writes what is pending into the sessions' records, and deletes the request records; all of it
   * or nothing.
   *
   * @param length of the log that is applied
   */
  void consolidate(TreeStore store, long length) {
    if (pendingRequests == 0) {
      return;
    }
    try (Overlay overlay = new Overlay(store.latest())) {
      overlay.deleteRange(
          TreeStore.SYSTEM,
          SystemRecords.requestsKey(firstPending),
          SystemRecords.requestsKey(length + 1));
      pending.writeTo(overlay, kept);
      store.write(overlay.changes());
    }
    recent.putAll(pending);
    pending.clear();
    pendingRequests = 0;
    firstPending = length + 1;
  }

  /** Forgets what need not be remembered. */
  void forget() {
    recent.clear();
  }
}
