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

  private final Map<Long, Long> numbers;
  private final Map<InPartition, LastRequest> requests;

  private SessionTable(Map<Long, Long> numbers, Map<InPartition, LastRequest> requests) {
    this.numbers = numbers;
    this.requests = requests;
  }

  /** A table that keeps all that is put into it. */
  SessionTable() {
    this(new HashMap<>(), new HashMap<>());
  }

  /** A table that forgets what was not used for longest, beyond so many numbers or requests. */
  static SessionTable ofRecent(int most) {
    return new SessionTable(new Recent<>(most), new Recent<>(most));
  }

  /** A session's highest request number in its record; 0: it has none. */
  static long number(TreeView view, long session) {
    return SystemRecords.toSeq(view.get(TreeStore.SYSTEM, SystemRecords.sessionKey(session)));
  }

  /** The session's highest request number; null: not known here. */
  Long number(long session) {
    return numbers.get(session);
  }

  /** The session's last request in a partition; null: not known here. */
  LastRequest request(String partition, long session) {
    return requests.get(new InPartition(partition, session));
  }

  /**
   * Adds a request.
   *
   * @param number the highest of its session before
   */
  void put(Request request, long number) {
    numbers.put(request.session(), Math.max(number, request.seq()));
    if (request.partition() != null) {
      requests.put(
          new InPartition(request.partition(), request.session()),
          new LastRequest(request.seq(), request.result()));
    }
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
          Long known = number(request.session());
          put(request, known == null ? number(view, request.session()) : known);
          count++;
        }
      }
    }
    return count;
  }

  /** Adds what a later table says. */
  void putAll(SessionTable later) {
    numbers.putAll(later.numbers);
    requests.putAll(later.requests);
  }

  /** Puts it into the records of sessions. */
  void writeTo(Overlay overlay) {
    numbers.forEach(
        (session, number) ->
            overlay.put(
                TreeStore.SYSTEM, SystemRecords.sessionKey(session), SystemRecords.seq(number)));
    requests.forEach(
        (key, last) ->
            overlay.put(
                TreeStore.SYSTEM,
                SystemRecords.lastRequestKey(key.partition, key.session),
                SystemRecords.lastRequest(last)));
  }

  void clear() {
    numbers.clear();
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
