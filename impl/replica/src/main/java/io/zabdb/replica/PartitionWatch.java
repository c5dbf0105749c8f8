package io.zabdb.replica;

import io.zabdb.replica.health.Ailment;
import io.zabdb.replica.health.NodeHealth;
import io.zabdb.shard.PartitionId;
import io.zabdb.storage.engine.StorageEngine;
import java.util.Set;

/**
 * Looks at what the group has, whenever that may have changed: what is left of partitions that went
 * is dropped, and a replica that lacks one is unfit to lead, since it cannot answer for that. Never
 * waits. Thread-safe.
 */
final class PartitionWatch {

  private final StorageEngine engine;
  private final Checkpointer checkpointer;
  private final NodeHealth health;
  private final int group;

  // Guarded by this.
  private Set<PartitionId> parts;
  private Set<String> lacking = Set.of();

  /** Of a store as it was opened. */
  PartitionWatch(StorageEngine engine, Checkpointer checkpointer, NodeHealth health, int group) {
    this.engine = engine;
    this.checkpointer = checkpointer;
    this.health = health;
    this.group = group;
    parts = engine.table().records().keySet();
  }

  /** Something was applied, or the store was replaced. */
  synchronized void look() {
    Set<PartitionId> now = engine.table().records().keySet();
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

  private void tellOfLacking() {
    if (lacking.isEmpty()) {
      health.cleared(Ailment.LACKS_FILES, group);
    } else {
      health.unfit(
          Ailment.LACKS_FILES,
          group,
          "the files of partitions that came by a move are not here: " + lacking);
    }
  }
}
