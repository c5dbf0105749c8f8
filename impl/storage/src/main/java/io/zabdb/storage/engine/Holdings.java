package io.zabdb.storage.engine;

import io.zabdb.model.data.RowMutation;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.Token;
import io.zabdb.shard.MovePhase;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.PartitionRecord;
import io.zabdb.shard.TableState;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.TableRecords.Owned;
import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TreeStore;
import io.zabdb.storage.tree.TreeView;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a store has: partitions, and what their group says of them. A store of before has no group
 * until that is founded; until then it takes updates of each of its partitions. Immutable.
 */
final class Holdings {

  private final SortedMap<String, Partition> partitions;
  private final TableState table;
  private final Map<String, Owned> owned = new HashMap<>();

  Holdings(SortedMap<String, Partition> partitions, TableState table) {
    this.partitions = Collections.unmodifiableSortedMap(new TreeMap<>(partitions));
    this.table = table;
    table.records().forEach((id, record) -> owned.put(id.name(), new Owned(id, record)));
    if (table.isFounded() && !owned.keySet().equals(partitions.keySet())) {
      throw new StorageException(
          ErrorCode.CORRUPT,
          "the store has the partitions "
              + partitions.keySet()
              + ", but its group has "
              + table.records().keySet());
    }
  }

  /** What a store records. */
  static Holdings of(TreeView view, AppliedPoint applied) {
    SortedMap<String, Partition> partitions = new TreeMap<>();
    Map<String, Owned> owned = new TreeMap<>();
    Trees.forEachRecord(
        view,
        SystemRecords.PARTITIONS,
        (key, value) -> {
          Partition partition = SystemRecords.toPartition(value);
          partitions.put(partition.name(), partition);
        });
    for (Partition partition : partitions.values()) {
      byte[] record = view.get(TreeStore.SYSTEM, TableRecords.ownedKey(partition.name()));
      if (record != null) {
        owned.put(partition.name(), TableRecords.toOwned(record, partition.move()));
      }
    }
    byte[] group = view.get(TreeStore.SYSTEM, TableRecords.GROUP_KEY);
    return new Holdings(partitions, TableRecords.toTable(group, owned.values(), applied));
  }

  /** By name. */
  SortedMap<String, Partition> partitions() {
    return partitions;
  }

  /** What the group's commands led to; its place in the log is that of the last change. */
  TableState table() {
    return table;
  }

  /** Whether updates of the partition are counted, since another group is to have them. */
  boolean isMoving(String partition) {
    Owned known = owned.get(partition);
    return known != null && known.record().phase() != MovePhase.SERVING;
  }

  /** Whether the partition takes updates of these rows: {@code MoveState!Writable}. */
  boolean takes(String partition, List<RowMutation> rows) {
    if (!table.isFounded()) {
      return partitions.containsKey(partition);
    }
    Owned known = owned.get(partition);
    return known != null
        && known.record().phase().takesUpdates()
        && rows.stream().allMatch(row -> known.id().range().contains(Token.of(row.row().array())));
  }

  /** The same with other partitions, of which no group says anything. */
  Holdings with(SortedMap<String, Partition> others) {
    return new Holdings(others, table);
  }

  /** The same, in which updates of a partition that moves were run. */
  Holdings ran(Map<String, Long> updates) {
    if (updates.isEmpty()) {
      return this;
    }
    SortedMap<PartitionId, PartitionRecord> records = new TreeMap<>(table.records());
    updates.forEach(
        (name, count) -> {
          Owned of = owned.get(name);
          records.put(of.id(), of.record().ran(count));
        });
    return new Holdings(
        partitions,
        new TableState(
            table.self(),
            table.index(),
            table.time(),
            table.floor(),
            table.dissolved(),
            records,
            table.heirs()));
  }

  /** Writes the records of what differs from what was before. */
  void write(Holdings before, Overlay overlay) {
    for (String name : before.partitions.keySet()) {
      if (!partitions.containsKey(name)) {
        forget(name, overlay);
      }
    }
    partitions.forEach(
        (name, partition) -> {
          if (!partition.equals(before.partitions.get(name))) {
            byte[] record = SystemRecords.partition(partition);
            overlay.put(TreeStore.SYSTEM, SystemRecords.partitionKey(name), record);
          }
        });
    writeOwned(before, overlay);
    if (table.isFounded()) {
      overlay.put(TreeStore.SYSTEM, TableRecords.GROUP_KEY, TableRecords.group(table));
    }
  }

  /** The same where partitions are as they were, but for what the group says of them. */
  void writeOwned(Holdings before, Overlay overlay) {
    if (this == before) {
      return;
    }
    owned.forEach(
        (name, of) -> {
          if (!of.equals(before.owned.get(name))) {
            byte[] record = TableRecords.owned(of);
            overlay.put(TreeStore.SYSTEM, TableRecords.ownedKey(name), record);
          }
        });
  }

  /** Deletes all records of a partition, of which none may be pending. */
  private static void forget(String partition, Overlay overlay) {
    overlay.delete(TreeStore.SYSTEM, SystemRecords.partitionKey(partition));
    overlay.delete(TreeStore.SYSTEM, TableRecords.ownedKey(partition));
    overlay.delete(TreeStore.SYSTEM, SystemRecords.generationsKey(partition));
    KeyRange records = KeyRange.of(SystemRecords.lastRequests(partition));
    overlay.deleteRange(TreeStore.SYSTEM, records.from(), records.to());
  }
}
