package io.zabdb.storage.engine;

import io.zabdb.core.session.Generations;
import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TreeStore;
import io.zabdb.storage.tree.TreeView;
import java.util.HashMap;
import java.util.Map;

/** Which sessions each partition keeps: its generations. Not thread-safe. */
final class KeptSessions {

  private final Map<String, Generations> partitions = new HashMap<>();

  /** As a store records it. */
  static KeptSessions of(TreeView view) {
    KeptSessions kept = new KeptSessions();
    Trees.forEachRecord(
        view,
        SystemRecords.GENERATIONS,
        (key, value) ->
            kept.partitions.put(
                SystemRecords.partitionOf(key), SystemRecords.toGenerations(value)));
    return kept;
  }

  /** Of a partition; to be changed, if at all, by the thread that applies entries. */
  Generations of(String partition) {
    return partitions.computeIfAbsent(partition, name -> new Generations());
  }

  /** A copy of a partition's generations, to be changed apart. */
  Generations copyOf(String partition) {
    return of(partition).copy();
  }

  /** Takes over what was changed apart. */
  void putAll(Map<String, Generations> changed) {
    partitions.putAll(changed);
  }

  /** Forgets a partition, which was dropped. */
  void remove(String partition) {
    partitions.remove(partition);
  }

  /** Writes generations into records. */
  static void write(Map<String, Generations> changed, Overlay overlay) {
    changed.forEach(
        (partition, generations) ->
            overlay.put(
                TreeStore.SYSTEM,
                SystemRecords.generationsKey(partition),
                SystemRecords.generations(generations)));
  }
}
