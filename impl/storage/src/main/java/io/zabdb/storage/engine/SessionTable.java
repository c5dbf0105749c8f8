package io.zabdb.storage.engine;

import io.zabdb.storage.engine.SystemRecords.LastRequest;
import io.zabdb.storage.tree.Cursor;
import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TreeStore;
import io.zabdb.storage.tree.TreeView;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is remembered of some sessions. Not thread-safe. */
final class SessionTable {

  private record InPartition(String partition, long session) {}

  private final Map<InPartition, LastRequest> requests;

  private SessionTable(Map<InPartition, LastRequest> requests) {
    this.requests = requests;
  }

  /** A table that keeps all that is put into it. */
  SessionTable() {
    this(new HashMap<>());
  }

  /** A table that forgets what was not used for longest, beyond so many requests. */
  static SessionTable ofRecent(int most) {
    return new SessionTable(new Recent<>(most));
  }

  /** The session's last request in a partition; null: not known here. */
  LastRequest request(String partition, long session) {
    return requests.get(new InPartition(partition, session));
  }

  /** Adds a request. */
  void put(Request request) {
    requests.put(
        new InPartition(request.partition(), request.session()),
        new LastRequest(request.seq(), request.generation(), request.result()));
  }

  /**
   * Adds what the request records of a store say, which the sessions' records do not.
   *
   * @return how many requests that were
   */
  int putRequests(TreeView view) {
    int count = 0;
    KeyRange keys = KeyRange.of(SystemRecords.REQUESTS);
    try (Cursor cursor = view.open(TreeStore.SYSTEM, keys.from(), keys.to())) {
      for (; cursor.isValid(); cursor.next()) {
        for (Request request : SystemRecords.toRequests(cursor.value())) {
          put(request);
          count++;
        }
      }
    }
    return count;
  }

  /** Adds what a later table says. */
  void putAll(SessionTable later) {
    requests.putAll(later.requests);
  }

  /** Puts it into the records of sessions, but for what is not kept any more. */
  void writeTo(Overlay overlay, KeptSessions kept) {
    requests.forEach(
        (key, last) -> {
          if (kept.of(key.partition).keeps(last.generation())) {
            overlay.put(
                TreeStore.SYSTEM,
                SystemRecords.lastRequestKey(key.partition, key.session),
                SystemRecords.lastRequest(last));
          }
        });
  }

  void clear() {
    requests.clear();
  }

  /** Forgets what was not used for longest. */
  private static final class Recent<K, V> extends LinkedHashMap<K, V> {

    private static final long serialVersionUID = 1;

    private final int most;

    Recent(int most) {
      super(16, 0.75f, true);
      this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > most;
    }
  }
}
