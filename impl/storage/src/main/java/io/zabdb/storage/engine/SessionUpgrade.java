package io.zabdb.storage.engine;

import io.zabdb.core.session.Generations;
import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TreeStore;
import io.zabdb.storage.tree.TreeView;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Brings what a store of an older format says of sessions up to date. All records that it holds
 * belong to generation 0, which the first command that says how much is to be kept closes: so it
 * does not matter at which entry a replica is upgraded.
 */
final class SessionUpgrade {

  private SessionUpgrade() {}

  /** Changes the records; no request may be pending. */
  static void write(TreeView view, Iterable<String> partitions, Overlay overlay) {
    KeyRange numbers = KeyRange.of(SystemRecords.NUMBERS);
    overlay.deleteRange(TreeStore.SYSTEM, numbers.from(), numbers.to());
    Map<String, Generations> counted = new TreeMap<>();
    for (String partition : partitions) {
      long[] count = new long[1];
      Trees.forEachRecord(view, SystemRecords.lastRequests(partition), (key, value) -> count[0]++);
      counted.put(partition, new Generations(0, 0, 0, count[0], List.of()));
    }
    KeptSessions.write(counted, overlay);
  }
}
