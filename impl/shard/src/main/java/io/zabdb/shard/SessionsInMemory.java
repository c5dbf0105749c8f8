package io.zabdb.shard;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** Records of sessions, so many a partition. Not thread-safe. */
public final class SessionsInMemory implements SessionRecords {

  private final SortedMap<PartitionId, SortedMap<Long, LastUpdate>> parts = new TreeMap<>();

  /** The same, to be changed apart. */
  public SessionsInMemory copy() {
    SessionsInMemory copy = new SessionsInMemory();
    parts.forEach(copy::replace);
    return copy;
  }

  @Override
  public LastUpdate last(PartitionId part, long session) {
    return all(part).getOrDefault(session, LastUpdate.NONE);
  }

  @Override
  public boolean hasRoom(PartitionId part, long session) {
    SortedMap<Long, LastUpdate> last = all(part);
    return last.size() < ShardLimits.SESSIONS || last.containsKey(session);
  }

  @Override
  public SortedMap<Long, LastUpdate> all(PartitionId part) {
    return Collections.unmodifiableSortedMap(
        parts.getOrDefault(part, Collections.emptySortedMap()));
  }

  @Override
  public void put(PartitionId part, long session, LastUpdate update) {
    parts.computeIfAbsent(part, any -> new TreeMap<>()).put(session, update);
  }

  @Override
  public void replace(PartitionId part, SortedMap<Long, LastUpdate> all) {
    parts.put(part, new TreeMap<>(all));
  }

  @Override
  public void forget(PartitionId part) {
    parts.remove(part);
  }
}
