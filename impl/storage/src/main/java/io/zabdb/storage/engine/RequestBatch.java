package io.zabdb.storage.engine;

import io.zabdb.core.session.Generations;
import io.zabdb.storage.codec.ByteWriter;
import io.zabdb.storage.engine.SystemRecords.LastRequest;
import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TreeStore;
import java.util.Map;
import java.util.TreeMap;

/**
 * The requests of a batch of entries, which all become one record. Apart from what the engine
 * knows, for the batch may fail. Not thread-safe.
 */
final class RequestBatch {

  /** A record that has so many bytes is ended, and another begun: rare, for batches are bounded. */
  static final int RECORD_BYTES = 1 << 20;

  private static final int USUAL_BYTES = 4 << 10;

  private final Overlay overlay;
  private final PendingSessions sessions;
  private final SessionTable table = new SessionTable();
  private final Map<String, Generations> generations = new TreeMap<>();
  private int size;
  private ByteWriter record = new ByteWriter(USUAL_BYTES);
  private long length;

  /**
   * @param overlay of the store, for the record
   * @param sessions as they were before the batch
   */
  RequestBatch(Overlay overlay, PendingSessions sessions) {
    this.overlay = overlay;
    this.sessions = sessions;
  }

  /** A partition's generations, to be changed. */
  Generations generations(String partition) {
    return generations.computeIfAbsent(partition, sessions.kept()::copyOf);
  }

  /** Those that were asked for. */
  Map<String, Generations> generations() {
    return generations;
  }

  /** The session's last request in a partition; null: there is none, or it is not kept. */
  LastRequest request(String partition, long session) {
    LastRequest last = recorded(partition, session);
    return last != null && generations(partition).keeps(last.generation()) ? last : null;
  }

  private LastRequest recorded(String partition, long session) {
    LastRequest last = table.request(partition, session);
    if (last == null) {
      last = sessions.request(partition, session);
    }
    if (last != null) {
      return last;
    }
    byte[] key = SystemRecords.lastRequestKey(partition, session);
    byte[] recorded = overlay.get(TreeStore.SYSTEM, key);
    return recorded == null ? null : SystemRecords.toLastRequest(recorded);
  }

  /**
   * Adds a request.
   *
   * @param entries the length of the log with its entry
   */
  void add(Request request, long entries) {
    table.put(request);
    size++;
    SystemRecords.putRequest(record, request);
    length = entries;
    if (record.size() >= RECORD_BYTES) {
      endRecord();
    }
  }

  /** Writes what is not written yet. */
  void end() {
    if (record.size() > 0) {
      endRecord();
    }
    KeptSessions.write(generations, overlay);
  }

  private void endRecord() {
    overlay.put(TreeStore.SYSTEM, SystemRecords.requestsKey(length), record.toArray());
    record = new ByteWriter(USUAL_BYTES);
  }

  /** How many requests were added. */
  int size() {
    return size;
  }

  /** What they leave to be known of their sessions. */
  SessionTable table() {
    return table;
  }
}
