package io.zabdb.storage.engine;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.Token;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.shard.MovePhase;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.PartitionRecord;
import io.zabdb.shard.ShardCommand;
import io.zabdb.shard.ShardUpdate;
import io.zabdb.shard.TableState;
import io.zabdb.storage.data.Extent;
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
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a store has: partitions, and what their group says of them. A store of before has no group
 * until that is founded; until then it takes updates of each of its partitions. Immutable.
 */
final class Holdings {

  private final SortedMap<String, Partition> partitions;
  private final TableState table;
  private final Map<String, Owned> owned = new HashMap<>();
  private final SortedSet<String> lacking;

  /** By the last of its tokens. */
  private final TreeMap<Long, Owned> byEnd = new TreeMap<>();

  Holdings(SortedMap<String, Partition> partitions, TableState table) {
    this(partitions, table, Collections.emptySortedSet());
  }

  /**
   * @param lacking partitions whose files this replica has not, by name
   */
  Holdings(SortedMap<String, Partition> partitions, TableState table, SortedSet<String> lacking) {
    this.lacking = Collections.unmodifiableSortedSet(new TreeSet<>(lacking));
    this.partitions = Collections.unmodifiableSortedMap(new TreeMap<>(partitions));
    this.table = table;
    table.records().forEach((id, record) -> add(new Owned(id, record)));
    if (table.isFounded() && !owned.keySet().equals(partitions.keySet())) {
      throw new StorageException(
          ErrorCode.CORRUPT,
          "the store has the partitions "
              + partitions.keySet()
              + ", but its group has "
              + table.records().keySet());
    }
  }

  private void add(Owned of) {
    owned.put(of.id().name(), of);
    byEnd.put(of.id().range().upTo(), of);
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
    SortedSet<String> lacking = new TreeSet<>();
    Trees.forEachRecord(
        view, TableRecords.LACKING, (key, value) -> lacking.add(TableRecords.lackingOf(key)));
    return new Holdings(partitions, TableRecords.toTable(group, owned.values(), applied), lacking);
  }

  /** By name. */
  SortedMap<String, Partition> partitions() {
    return partitions;
  }

  /** What the group's commands led to; its place in the log is that of the last change. */
  TableState table() {
    return table;
  }

  /**
   * Which partitions this replica lacks: it has no files of what others have of them, and knows
   * nothing of their cells and sessions. By name. Source: {@code PartitionFiles!Lacks}.
   */
  SortedSet<String> lacking() {
    return lacking;
  }

  /** What the group has of a partition; null: nothing, or it is not founded. */
  Owned owned(String partition) {
    return owned.get(partition);
  }

  /** Whether updates of the partition are kept, since another group is to have them. */
  boolean isSent(String partition) {
    Owned known = owned.get(partition);
    return known != null && isSent(known.record().phase());
  }

  /** Whether it is a copy that is not whole yet. */
  boolean isReceived(String partition) {
    Owned known = owned.get(partition);
    return known != null && known.record().phase() == MovePhase.RECEIVING;
  }

  /** How many updates the copy of a partition holds, or were run since its move began. */
  long position(String partition) {
    Owned known = owned.get(partition);
    return known == null ? 0 : known.record().position();
  }

  /** Whether what is taken in this phase another group is to have. */
  static boolean isSent(MovePhase phase) {
    return phase == MovePhase.COPYING || phase == MovePhase.SEALED;
  }

  /**
   * {@code MoveCommands!CanCatch}: whether an update of a copy comes next, and is of its attempt.
   *
   * @param ran how many updates of the copy were run and are not counted here
   */
  boolean admitsCatch(ShardCommand command, long ran) {
    PartitionId part = command.part();
    ShardUpdate update = command.entry();
    Owned known = part == null ? null : owned.get(part.name());
    return known != null
        && update != null
        && known.id().equals(part)
        && known.record().phase() == MovePhase.RECEIVING
        && known.record().epoch() == command.epoch()
        && command.number() == known.record().position() + ran + 1
        && part.contains(update.tokens());
  }

  /** The names of all trees that cells are in. */
  Set<String> trees() {
    return partitions.values().stream()
        .flatMap(partition -> partition.extents().stream().map(Extent::tree))
        .collect(Collectors.toSet());
  }

  /** The names of all places where sessions are recorded. */
  Set<String> sessions() {
    return partitions.values().stream().map(Partition::sessions).collect(Collectors.toSet());
  }

  /**
   * The partition that has all of these tokens ({@code MoveState!Around}), whatever it is called by
   * who asks: a partition splits and merges, and its name is gone. Of a group that is not founded,
   * the one of this name. Null: none.
   */
  Partition around(String name, List<Long> tokens) {
    if (!table.isFounded()) {
      return partitions.get(name);
    }
    Map.Entry<Long, Owned> found =
        tokens.isEmpty() || tokens.get(0) == Token.MIN ? null : byEnd.ceilingEntry(tokens.get(0));
    return found != null && found.getValue().id().contains(tokens)
        ? partitions.get(found.getValue().id().name())
        : null;
  }

  /** The partition that takes an update of these rows ({@code MoveState!Writable}); null: none. */
  Partition taking(String name, List<Long> tokens) {
    Partition found = around(name, tokens);
    Owned known = found == null ? null : owned.get(found.name());
    return known == null || known.record().phase().takesUpdates() ? found : null;
  }

  /** The tokens of a partition of a founded group. */
  TokenRange rangeOf(String partition) {
    return owned.get(partition).id().range();
  }

  /** What the group has of these tokens, in their order. */
  List<Owned> overlapping(TokenRange range) {
    return byEnd.tailMap(range.after(), false).values().stream()
        .takeWhile(of -> of.id().range().after() < range.upTo())
        .toList();
  }

  /** The same with other partitions, of which no group says anything. */
  Holdings with(SortedMap<String, Partition> others) {
    return new Holdings(others, table, lacking);
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
            table.heirs()),
        lacking);
  }

  /** Writes the records of what differs from what was before. */
  void write(Holdings before, Overlay overlay) {
    List<Partition> gone =
        before.partitions.values().stream().filter(partition -> !isSame(partition)).toList();
    gone.forEach(partition -> forget(partition.name(), overlay));
    goneSessions(before).forEach(place -> forgetSessions(place, overlay));
    LeftCells.delete(gone, partitions.values(), overlay);
    partitions.forEach(
        (name, partition) -> {
          if (!partition.equals(before.partitions.get(name))) {
            byte[] record = SystemRecords.partition(partition);
            overlay.put(TreeStore.SYSTEM, SystemRecords.partitionKey(name), record);
          }
        });
    writeOwned(before, overlay);
    writeOfMoves(before, overlay);
    if (table.isFounded()) {
      overlay.put(TreeStore.SYSTEM, TableRecords.GROUP_KEY, TableRecords.group(table));
    }
  }

  /** Whether a partition of before is here still: not gone, nor another one by its name. */
  boolean isSame(Partition before) {
    Partition now = partitions.get(before.name());
    return now != null && now.move() == before.move();
  }

  /**
   * Places of before whose sessions are remembered no more: nobody has them, or whoever has them
   * now is another partition, which comes by a move and has the name of one that was here.
   */
  List<String> goneSessions(Holdings before) {
    Set<String> known = sessions();
    return before.sessions().stream()
        .filter(place -> !known.contains(place) || isAnother(before.partitions.get(place)))
        .toList();
  }

  private boolean isAnother(Partition before) {
    return before != null && partitions.containsKey(before.name()) && !isSame(before);
  }

  private void writeOfMoves(Holdings before, Overlay overlay) {
    for (String name : before.owned.keySet()) {
      if (before.isSent(name) && !isSent(name)) {
        ShippedUpdates.forget(overlay, name);
      }
    }
    for (String name : before.lacking) {
      if (!lacking.contains(name)) {
        overlay.delete(TreeStore.SYSTEM, TableRecords.lackingKey(name));
      }
    }
    for (String name : lacking) {
      overlay.put(TreeStore.SYSTEM, TableRecords.lackingKey(name), new byte[0]);
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

  private static void forget(String partition, Overlay overlay) {
    overlay.delete(TreeStore.SYSTEM, SystemRecords.partitionKey(partition));
    overlay.delete(TreeStore.SYSTEM, TableRecords.ownedKey(partition));
    ShippedUpdates.forget(overlay, partition);
  }

  /** Deletes what is recorded of sessions, of which nothing may be pending. */
  static void forgetSessions(String place, Overlay overlay) {
    overlay.delete(TreeStore.SYSTEM, SystemRecords.generationsKey(place));
    KeyRange records = KeyRange.of(SystemRecords.lastRequests(place));
    overlay.deleteRange(TreeStore.SYSTEM, records.from(), records.to());
  }
}
