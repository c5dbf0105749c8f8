package io.zabdb.replica;

import io.zabdb.replica.health.Ailment;
import io.zabdb.replica.health.NodeHealth;
import io.zabdb.shard.MovePhase;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.TableState;
import io.zabdb.storage.engine.StorageEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Looks at what the group has, whenever that may have changed: the node is told who has what, what
 * is left of partitions that went is dropped, and a replica that lacks one is unfit to lead, since
 * it cannot answer for that. Never waits. Thread-safe.
 */
final class PartitionWatch {

  /** What others are told of a partition. */
  private record Holding(PartitionId id, MovePhase phase, long move) {

    /** It came by a move, and is the group's own. */
    boolean hasArrived() {
      return phase == MovePhase.SERVING && move > 0;
    }
  }

  private final StorageEngine engine;
  private final Checkpointer checkpointer;
  private final Consumer<TableState> changed;
  private final NodeHealth health;
  private final ReplicaEvents events;
  private final int group;
  private final Runnable lacks;

  // Guarded by this.

  /** Whether the log may still name files of a partition that has come. */
  private boolean hasArrived;

  /** At its start a replica does not know yet that what it has applied is committed. */
  private boolean isBegun;

  /** Whether anything was told: that the group has nothing is news, too. */
  private boolean isTold;

  private TableState seen = TableState.EMPTY;
  private List<Holding> holdings = List.of();
  private Set<PartitionId> parts;
  private Set<String> lacking = Set.of();

  /**
   * Of a store as it was opened.
   *
   * @param changed hears what the group has, whenever that is something else
   * @param lacks hears that files are lacking, or others than before
   */
  PartitionWatch(
      StorageEngine engine,
      Checkpointer checkpointer,
      Consumer<TableState> changed,
      NodeHealth health,
      ReplicaEvents events,
      int group,
      Runnable lacks) {
    this.engine = engine;
    this.checkpointer = checkpointer;
    this.changed = changed;
    this.health = health;
    this.events = events;
    this.group = group;
    this.lacks = lacks;
    parts = engine.table().records().keySet();
  }

  /** Something was applied, or the store was replaced. */
  synchronized void look() {
    TableState table = engine.table();
    if (table != seen && table.isFounded()) {
      boolean isEnd = table.dissolved() && !seen.dissolved();
      seen = table;
      tellWhatChanged();
      if (isEnd) {
        events.groupEnded(group);
      }
    }
    if (hasArrived && isBegun) {
      hasArrived = false;
      checkpointer.arrived();
    }
    isBegun = true;
    Set<PartitionId> now = table.records().keySet();
    if (!now.equals(parts)) {
      parts = now;
      checkpointer.partitionsChanged();
    }
    Set<String> lacks = engine.lacking();
    if (!lacks.equals(lacking)) {
      lacking = lacks;
      tellOfLacking();
    }
  }

  /**
   * Positions of a move change with each update, and concern nobody else. Gifts change only as
   * phases do.
   */
  private void tellWhatChanged() {
    List<Holding> now = new ArrayList<>();
    seen.records().forEach((id, record) -> now.add(new Holding(id, record.phase(), record.move())));
    if (!isTold || !now.equals(holdings)) {
      isTold = true;
      hasArrived |= now.stream().anyMatch(each -> each.hasArrived() && !holdings.contains(each));
      holdings = now;
      changed.accept(seen);
      events.partitionsChanged(group, seen);
    }
  }

  /** Whether it lacks files, as far as was seen. */
  synchronized boolean isLacking() {
    return !lacking.isEmpty();
  }

  private void tellOfLacking() {
    if (lacking.isEmpty()) {
      health.cleared(Ailment.LACKS_FILES, group);
    } else {
      health.unfit(
          Ailment.LACKS_FILES,
          group,
          "the files of partitions that came by a move are not here: " + lacking);
      lacks.run();
    }
  }
}
