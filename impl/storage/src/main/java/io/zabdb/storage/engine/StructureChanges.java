package io.zabdb.storage.engine;

import io.zabdb.core.message.Entry;
import io.zabdb.core.session.Generations;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.shard.Cells;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.PartitionLog;
import io.zabdb.shard.PartitionTable;
import io.zabdb.shard.SessionRecords;
import io.zabdb.storage.codec.VersionCodec;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.command.Structure;
import io.zabdb.storage.command.StructureCodec;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TreeStore;
import io.zabdb.storage.tree.TreeView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Applies the commands of the group's own. By one at a time, while nobody flushes or changes trees;
 * what writes records, while nothing else is applied.
 */
final class StructureChanges {

  private static final PartitionLog LOG = new PartitionLog();

  private final TreeStore store;
  private final EngineState state;

  StructureChanges(TreeStore store, EngineState state) {
    this.store = store;
    this.state = state;
  }

  /** The command of an entry; empty: it is none, and nothing becomes of it. */
  static Optional<Structure> decode(Entry entry) {
    try {
      return Optional.of(StructureCodec.decode(entry.payload()));
    } catch (ZabException e) {
      return Optional.empty();
    }
  }

  /** Makes the trees of partitions that the group is founded with, before records name them. */
  void makeTrees(Structure structure) {
    if (structure.command().kind() == CommandKind.FOUND && !state.holdings().table().isFounded()) {
      for (PartitionId part : structure.command().into()) {
        String tree = Trees.of(part.name());
        if (!store.trees().contains(tree)) {
          store.create(tree);
        }
      }
    }
  }

  /** Applies the next entry, with its command if it has one: the records change in one step. */
  Result apply(Entry entry, Optional<Structure> structure) {
    Holdings before = state.holdings();
    AppliedPoint applied = state.applied();
    PartitionTable table =
        new PartitionTable(
            before.table().at(applied.length(), applied.time()),
            SessionRecords.ABSENT,
            Cells.ABSENT);
    boolean done = structure.isPresent() && commit(table, before, structure.get(), entry);
    Holdings after = done ? after(before, table, structure.get()) : before;
    AppliedPoint point = new AppliedPoint(applied.length() + 1, entry.zxid(), table.time());
    // Of a partition that goes nothing may be pending.
    state.writeSessions();
    state.sessions().forget();
    Map<String, Generations> inherited = Map.of();
    try (Overlay overlay = new Overlay(store.latest())) {
      if (done) {
        inherited = inherit(before, after, overlay);
        after.write(before, overlay);
        KeptSessions.write(inherited, overlay);
      }
      overlay.put(TreeStore.SYSTEM, SystemRecords.APPLIED_KEY, SystemRecords.applied(point));
      store.write(overlay.changes());
    }
    before.sessions().stream()
        .filter(place -> !after.sessions().contains(place))
        .forEach(state.sessions().kept()::remove);
    state.sessions().kept().putAll(inherited);
    state.appliedUpTo(point, after);
    return done
        ? new Result.Done(VersionCodec.of(0, entry.zxid()))
        : new Result.Refused(ErrorCode.INVALID_ARGUMENT, "the group's state does not admit it");
  }

  private Map<String, Generations> inherit(Holdings before, Holdings after, Overlay overlay) {
    try (TreeView view = store.latest()) {
      return ShardedSessions.inherit(before, after, state.sessions().kept(), view, overlay);
    }
  }

  private boolean commit(PartitionTable table, Holdings before, Structure structure, Entry entry) {
    CommandKind kind = structure.command().kind();
    return (kind != CommandKind.FOUND || adopts(structure, before))
        && (!isSharding(kind) || fits(before, structure.command().into()))
        && LOG.commit(table, structure.command(), entry.zxid().epoch(), entry.zxid().counter());
  }

  private static boolean isSharding(CommandKind kind) {
    return kind == CommandKind.BEGIN_SHARDING || kind == CommandKind.COMMIT_SHARDING;
  }

  /** What fits at Begin may fit no more at Commit. */
  private boolean fits(Holdings before, List<PartitionId> into) {
    return ShardedPartitions.canBecome(before, into)
        && ShardedSessions.fit(before, into, state.sessions().kept());
  }

  /** A store of before has partitions: each must become one of the group's, as it is. */
  private static boolean adopts(Structure founding, Holdings before) {
    return before.partitions().values().stream()
        .allMatch(
            present ->
                present.move() == 0
                    && present.families().equals(founding.families())
                    && founding.command().into().stream()
                        .anyMatch(part -> part.name().equals(present.name())));
  }

  private static Holdings after(Holdings before, PartitionTable table, Structure structure) {
    SortedMap<String, Partition> partitions = new TreeMap<>();
    if (structure.command().kind() == CommandKind.COMMIT_SHARDING) {
      for (PartitionId part : structure.command().into()) {
        long move = table.record(part).orElseThrow().move();
        partitions.put(part.name(), ShardedPartitions.become(before, part, move));
      }
    }
    for (PartitionId part : table.parts()) {
      Partition present = before.partitions().get(part.name());
      partitions.computeIfAbsent(
          part.name(),
          name -> present == null ? new Partition(name, 0, structure.families()) : present);
    }
    return new Holdings(partitions, table.state());
  }
}
