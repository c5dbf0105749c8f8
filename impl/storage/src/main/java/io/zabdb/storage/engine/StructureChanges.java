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
import io.zabdb.shard.ShardCommand;
import io.zabdb.shard.TableState;
import io.zabdb.storage.codec.VersionCodec;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.command.Structure;
import io.zabdb.storage.command.StructureCodec;
import io.zabdb.storage.data.Extent;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TreeStore;
import io.zabdb.storage.tree.TreeView;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Applies the commands of the group's own. By one at a time, while nothing else is applied; what
 * makes trees, and the records of these, while nobody flushes or changes trees. What only changes
 * records does not wait for a flush: trees that it leaves without a record go with the next one.
 */
final class StructureChanges {

  /** What no leader logs: nothing becomes of it. */
  static final Result REFUSED =
      new Result.Refused(ErrorCode.INVALID_ARGUMENT, "the group's state does not admit it");

  private static final PartitionLog LOG = new PartitionLog();

  private static final Set<CommandKind> MAKING_TREES =
      EnumSet.of(CommandKind.FOUND, CommandKind.PREPARE, CommandKind.STAGE);

  private final TreeStore store;
  private final EngineState state;
  private final ArrivingPartitions arriving;

  StructureChanges(TreeStore store, EngineState state, ArrivingPartitions arriving) {
    this.store = store;
    this.state = state;
    this.arriving = arriving;
  }

  /** The command of an entry; empty: it is none, and nothing becomes of it. */
  static Optional<Structure> decode(Entry entry) {
    try {
      return Optional.of(StructureCodec.decode(entry.payload()));
    } catch (ZabException e) {
      return Optional.empty();
    }
  }

  /** Whether it is one of those that make trees. */
  static boolean mayMakeTrees(Structure structure) {
    return MAKING_TREES.contains(structure.command().kind());
  }

  /** Makes the trees of partitions that come with a command, before records name them. */
  void makeTrees(Structure structure) {
    if (LOG.admissible(table(), structure.command())) {
      arriving.makeTree(structure);
    }
    if (structure.command().kind() == CommandKind.FOUND && !state.holdings().table().isFounded()) {
      // A crash may have left some of them.
      Set<String> there = store.trees();
      store.createAll(
          structure.command().into().stream()
              .map(part -> Extent.treeOf(part.name(), 0))
              .filter(tree -> !there.contains(tree))
              .toList());
    }
  }

  /** Applies the next entry, with its command if it has one: the records change in one step. */
  Result apply(Entry entry, Optional<Structure> structure) {
    Holdings before = state.holdings();
    AppliedPoint applied = state.applied();
    PartitionTable table = table();
    boolean done = structure.isPresent() && commit(table, before, structure.get(), entry);
    Holdings after = done ? after(before, table, structure.get()) : before;
    AppliedPoint point = new AppliedPoint(applied.length() + 1, entry.zxid(), table.time());
    // Of a partition that goes nothing may be pending.
    state.writeSessions();
    state.sessions().forget();
    Map<String, Generations> inherited = Map.of();
    Map<String, Generations> arrived = Map.of();
    try (Overlay overlay = new Overlay(store.latest())) {
      if (done) {
        inherited = inherit(before, after, overlay);
        after.write(before, overlay);
        arrived = arriving.write(structure.get().command(), overlay);
        KeptSessions.write(inherited, overlay);
      }
      overlay.put(TreeStore.SYSTEM, SystemRecords.APPLIED_KEY, SystemRecords.applied(point));
      store.write(overlay.changes());
    }
    KeptSessions kept = state.sessions().kept();
    after.goneSessions(before).forEach(kept::remove);
    kept.putAll(inherited);
    kept.putAll(arrived);
    state.appliedUpTo(point, after);
    return done ? new Result.Done(VersionCodec.of(0, entry.zxid())) : REFUSED;
  }

  /** What the group's commands have led to. */
  private PartitionTable table() {
    AppliedPoint applied = state.applied();
    return new PartitionTable(
        state.holdings().table().at(applied.length(), applied.time()),
        SessionRecords.ABSENT,
        Cells.ABSENT);
  }

  private Map<String, Generations> inherit(Holdings before, Holdings after, Overlay overlay) {
    try (TreeView view = store.latest()) {
      return ShardedSessions.inherit(before, after, state.sessions().kept(), view, overlay);
    }
  }

  private boolean commit(PartitionTable table, Holdings before, Structure structure, Entry entry) {
    CommandKind kind = structure.command().kind();
    return (kind != CommandKind.FOUND || adopts(structure, before))
        && (!kind.isSharding()
            || kind == CommandKind.ABORT_SHARDING
            || ShardedPartitions.canBecome(before, structure.command().into()))
        && LOG.commit(table, structure.command(), entry.zxid().epoch(), entry.zxid().counter());
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

  private Holdings after(Holdings before, PartitionTable table, Structure structure) {
    SortedMap<String, Partition> partitions = new TreeMap<>();
    ShardCommand command = structure.command();
    SortedSet<String> lacking = new TreeSet<>(arriving.lackingAfter(before.lacking(), command));
    if (command.kind() == CommandKind.COMMIT_SHARDING) {
      for (PartitionId part : command.into()) {
        long move = table.record(part).orElseThrow().move();
        partitions.put(part.name(), ShardedPartitions.become(before, part, move));
        if (ShardedPartitions.isLacking(before, part)) {
          lacking.add(part.name());
        }
      }
    }
    TableState after = table.state();
    after
        .records()
        .forEach(
            (part, record) -> {
              Partition present = before.partitions().get(part.name());
              partitions.computeIfAbsent(
                  part.name(),
                  name ->
                      present == null || present.move() != record.move()
                          ? new Partition(name, record.move(), structure.families())
                          : present);
            });
    lacking.removeIf(name -> isGone(before.partitions().get(name), partitions.get(name)));
    return new Holdings(partitions, after, lacking);
  }

  private static boolean isGone(Partition before, Partition after) {
    return after == null || (before != null && before.move() != after.move());
  }
}
