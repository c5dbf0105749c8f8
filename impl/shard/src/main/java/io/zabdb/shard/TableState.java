package io.zabdb.shard;

import io.zabdb.model.data.DataLimits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All of a table but for sessions and cells, at one place of the log: what a checkpoint keeps.
 * Source: {@code MoveState!Founded}, {@code MoveGroups!Kept}.
 *
 * @param self the group's own number; {@link Birth#NOBODY} until it is founded
 * @param index entries applied
 * @param time the applied time, in milliseconds
 * @param floor the highest attempt of which a record was dropped
 * @param dissolved whether the group is no more
 * @param records of partitions
 * @param heirs to whom tokens were given, in their order
 */
public record TableState(
    Birth self,
    long index,
    long time,
    long floor,
    boolean dissolved,
    SortedMap<PartitionId, PartitionRecord> records,
    List<Heirs.Gift> heirs) {

  /** Of an empty log, {@code MoveState!Empty}. */
  public static final TableState EMPTY =
      new TableState(Birth.NOBODY, 0, 0, 0, false, Collections.emptySortedMap(), List.of());

  public TableState {
    DataLimits.check("the number of entries", index, 0, Long.MAX_VALUE);
    DataLimits.check("the applied time", time, 0, DataLimits.MILLIS);
    DataLimits.check("the floor", floor, 0, ShardLimits.NUMBER);
    DataLimits.check("the number of partitions", records.size(), 0, ShardLimits.PARTITIONS);
    records = Collections.unmodifiableSortedMap(new TreeMap<>(records));
    heirs = List.copyOf(heirs);
    if (!areDisjoint(records.keySet())) {
      throw new IllegalArgumentException("partitions overlap, or share a name");
    }
    if (new Heirs(heirs).places().size() > ShardLimits.HEIRS || !areInOrder(heirs)) {
      throw new IllegalArgumentException("too many heirs, or they overlap");
    }
  }

  /** Whether the group has had its first command. */
  public boolean isFounded() {
    return !self.equals(Birth.NOBODY);
  }

  /** The same behind other entries, which changed nothing of it. */
  public TableState at(long length, long appliedTime) {
    return new TableState(self, length, appliedTime, floor, dissolved, records, heirs);
  }

  private static boolean areInOrder(List<Heirs.Gift> heirs) {
    for (int i = 1; i < heirs.size(); i++) {
      if (heirs.get(i).range().after() < heirs.get(i - 1).range().upTo()) {
        return false;
      }
    }
    return true;
  }

  /** Whether no two of these partitions share a token or a name. */
  static boolean areDisjoint(Iterable<PartitionId> parts) {
    List<PartitionId> sorted = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (PartitionId part : parts) {
      sorted.add(part);
      if (!names.add(part.name())) {
        return false;
      }
    }
    Collections.sort(sorted);
    for (int i = 1; i < sorted.size(); i++) {
      if (sorted.get(i - 1).overlaps(sorted.get(i))) {
        return false;
      }
    }
    return true;
  }
}
