package io.zabdb.storage.engine;

import io.zabdb.core.session.Generations;
import io.zabdb.core.session.Generations.Generation;
import io.zabdb.shard.PartitionId;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.engine.SystemRecords.LastRequest;
import io.zabdb.storage.tree.Cursor;
import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TreeStore;
import io.zabdb.storage.tree.TreeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What partitions that come of a split or a merge remember of sessions ({@code
 * MoveSharding!Inherited}). Parts go on in the records of the whole, together: a session does one
 * thing at a time, and one log has all of it. So has a whole of parts that recorded together; of
 * others it has for each session the record with the higher number, copied. Records are kept as
 * long as before: generations are put together by the time at which they were closed.
 */
final class ShardedSessions {

  /** The records of a partition, in the order of sessions. */
  private static final class OldRecords implements AutoCloseable {

    private final Generations generations;
    private final Cursor cursor;
    private LastRequest last;

    OldRecords(String partition, Generations generations, TreeView view) {
      this.generations = generations;
      KeyRange keys = KeyRange.of(SystemRecords.lastRequests(partition));
      cursor = view.open(TreeStore.SYSTEM, keys.from(), keys.to());
      settle();
    }

    /** Passes what is not kept. */
    private void settle() {
      last = null;
      while (last == null && cursor.isValid()) {
        LastRequest next = SystemRecords.toLastRequest(cursor.value());
        if (generations.keeps(next.generation())) {
          last = next;
        } else {
          cursor.next();
        }
      }
    }

    boolean isValid() {
      return last != null;
    }

    long session() {
      return SystemRecords.sessionOf(cursor.key());
    }

    void next() {
      cursor.next();
      settle();
    }

    @Override
    public void close() {
      cursor.close();
    }
  }

  private final List<OldRecords> old;

  /** The number of each generation, by the time at which it was closed. */
  private final TreeMap<Long, Long> numbers = new TreeMap<>();

  private final TreeMap<Long, Long> counts = new TreeMap<>();
  private long floor;
  private long began = Long.MAX_VALUE;

  private ShardedSessions(List<OldRecords> old) {
    this.old = old;
    for (OldRecords each : old) {
      floor = Math.max(floor, each.generations.floor());
      began = Math.min(began, each.generations.began());
      each.generations.closed().forEach(closed -> numbers.put(closed.at(), 0L));
    }
    long number = 0;
    for (Map.Entry<Long, Long> each : numbers.entrySet()) {
      each.setValue(number++);
    }
  }

  /** Where sessions of a partition are recorded that comes in the place of these. */
  static String placeOf(List<Partition> old, PartitionId part) {
    String place = old.get(0).sessions();
    return old.stream().allMatch(each -> each.sessions().equals(place)) ? place : part.name();
  }

  /**
   * How many records must be copied, about, for partitions to become these.
   *
   * @param records of the places that have many
   */
  static long copied(Holdings holdings, List<PartitionId> into, Map<String, Long> records) {
    return into.stream()
        .mapToLong(part -> copied(ShardedPartitions.old(holdings, part), part, records))
        .sum();
  }

  private static long copied(List<Partition> old, PartitionId part, Map<String, Long> records) {
    return old.isEmpty() || !placeOf(old, part).equals(part.name())
        ? 0
        : old.stream().mapToLong(each -> records.getOrDefault(each.sessions(), 0L)).sum();
  }

  /**
   * Writes the records of wholes that have come, where their parts recorded them apart.
   *
   * @param view of the store, where all records of sessions are up to date
   * @return the generations of these, which are not written, by the place of records
   */
  static Map<String, Generations> inherit(
      Holdings before, Holdings after, KeptSessions kept, TreeView view, Overlay overlay) {
    Map<String, Generations> inherited = new TreeMap<>();
    for (Partition whole : after.partitions().values()) {
      boolean isNew = !before.partitions().containsKey(whole.name());
      if (isNew && !whole.isByItself() && whole.sessions().equals(whole.name())) {
        PartitionId part = new PartitionId(whole.name(), after.rangeOf(whole.name()));
        inherited.put(
            whole.name(),
            copy(ShardedPartitions.old(before, part), whole.name(), kept, view, overlay));
      }
    }
    return inherited;
  }

  private static Generations copy(
      List<Partition> parts, String whole, KeptSessions kept, TreeView view, Overlay overlay) {
    List<OldRecords> old = new ArrayList<>();
    try {
      for (Partition each : parts) {
        old.add(new OldRecords(each.sessions(), kept.of(each.sessions()), view));
      }
      return new ShardedSessions(old).copyTo(whole, overlay);
    } finally {
      old.forEach(OldRecords::close);
    }
  }

  private Generations copyTo(String partition, Overlay overlay) {
    OldRecords lowest = lowest();
    while (lowest != null) {
      long session = lowest.session();
      OldRecords best = lowest;
      for (OldRecords each : old) {
        boolean isSame = each.isValid() && each.session() == session;
        best = isSame && each.last.seq() > best.last.seq() ? each : best;
      }
      LastRequest last = best.last;
      long number = numberOf(best);
      counts.merge(number, 1L, Long::sum);
      overlay.put(
          TreeStore.SYSTEM,
          SystemRecords.lastRequestKey(partition, session),
          SystemRecords.lastRequest(new LastRequest(last.seq(), number, last.result())));
      old.stream()
          .filter(each -> each.isValid() && each.session() == session)
          .forEach(OldRecords::next);
      lowest = lowest();
    }
    return generations();
  }

  /** That which stands on the first of the sessions; null: all are at their end. */
  private OldRecords lowest() {
    OldRecords lowest = null;
    for (OldRecords each : old) {
      if (each.isValid()
          && (lowest == null || Long.compareUnsigned(each.session(), lowest.session()) < 0)) {
        lowest = each;
      }
    }
    return lowest;
  }

  /** The present generations of all are one. */
  private long numberOf(OldRecords records) {
    return records.generations.closed().stream()
        .filter(closed -> closed.number() == records.last.generation())
        .map(closed -> numbers.get(closed.at()))
        .findFirst()
        .orElse((long) numbers.size());
  }

  private Generations generations() {
    List<Generation> closed = new ArrayList<>();
    numbers.forEach(
        (at, number) -> {
          if (counts.containsKey(number)) {
            closed.add(new Generation(number, at, counts.get(number)));
          }
        });
    long present = numbers.size();
    return new Generations(floor, present, began, counts.getOrDefault(present, 0L), closed);
  }
}
