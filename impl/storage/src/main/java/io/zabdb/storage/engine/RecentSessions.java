package io.zabdb.storage.engine;

import io.zabdb.storage.engine.SystemRecords.LastRequest;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is recorded of the sessions that were active last, so that the store need not be asked for
 * each entry. It must be {@link #clear}ed whenever the store may hold something else. Not
 * thread-safe.
 */
final class RecentSessions {

  private static final int MOST = 10_000;

  private record InPartition(String partition, long session) {}

  private final Map<Long, Long> numbers = new Bounded<>();
  private final Map<InPartition, LastRequest> requests = new Bounded<>();

  /** The session's highest request number; null: not known here. */
  Long number(long session) {
    return numbers.get(session);
  }

  void recordNumber(long session, long number) {
    numbers.put(session, number);
  }

  /** The session's last request in a partition; null: not known here. */
  LastRequest request(String partition, long session) {
    return requests.get(new InPartition(partition, session));
  }

  void recordRequest(String partition, long session, LastRequest last) {
    requests.put(new InPartition(partition, session), last);
  }

  void clear() {
    numbers.clear();
    requests.clear();
  }

  /** Forgets what was not used for longest. */
  private static final class Bounded<K, V> extends LinkedHashMap<K, V> {

    private static final long serialVersionUID = 1;

    Bounded() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > MOST;
    }
  }
}
