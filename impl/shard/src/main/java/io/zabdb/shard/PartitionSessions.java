package io.zabdb.shard;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The last update of each session that a partition remembers. They go wherever the partition goes,
 * or a retry would take effect twice. Not thread-safe.
 */
final class PartitionSessions {

  private final SortedMap<Long, LastUpdate> last;

  PartitionSessions() {
    this(Collections.emptySortedMap());
  }

  PartitionSessions(SortedMap<Long, LastUpdate> last) {
    this.last = new TreeMap<>(last);
  }

  LastUpdate last(long session) {
    return last.getOrDefault(session, LastUpdate.NONE);
  }

  /** Whether there is room for a record of the session. */
  boolean hasRoom(long session) {
    return last.size() < ShardLimits.SESSIONS || last.containsKey(session);
  }

  void put(long session, LastUpdate update) {
    last.put(session, update);
  }

  SortedMap<Long, LastUpdate> all() {
    return Collections.unmodifiableSortedMap(last);
  }
}
