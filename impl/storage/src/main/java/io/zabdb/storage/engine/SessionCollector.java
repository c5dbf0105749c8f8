package io.zabdb.storage.engine;

import io.zabdb.core.session.Generations;
import io.zabdb.model.data.Bytes;
import io.zabdb.storage.tree.Cursor;
import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TreeStore;
import java.util.ArrayList;
import java.util.List;

/** Deletes records of sessions that are not kept any more, in steps. */
final class SessionCollector {

  private SessionCollector() {}

  /**
   * Makes a step.
   *
   * @param from a key that is behind the prefix of the partition's records, or empty
   * @param most how many records to look at
   * @return where the next step begins; null if this was the last
   */
  static Bytes step(
      Overlay overlay, String partition, Generations generations, byte[] from, int most) {
    KeyRange keys = KeyRange.of(SystemRecords.lastRequests(partition));
    List<byte[]> garbage = new ArrayList<>();
    byte[] next = null;
    try (Cursor cursor =
        overlay.open(TreeStore.SYSTEM, from.length == 0 ? keys.from() : from, keys.to())) {
      for (int seen = 0; next == null && cursor.isValid(); seen++) {
        if (seen == most) {
          next = cursor.key();
        } else {
          if (!generations.keeps(SystemRecords.toLastRequest(cursor.value()).generation())) {
            garbage.add(cursor.key());
          }
          cursor.next();
        }
      }
    }
    garbage.forEach(key -> overlay.delete(TreeStore.SYSTEM, key));
    return next == null ? null : Bytes.wrap(next);
  }
}
