package io.zabdb.storage.engine;

import io.zabdb.model.data.Bytes;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.tree.Cursor;
import io.zabdb.storage.tree.Overlay;
import java.util.ArrayList;
import java.util.List;

/** Deletes cells that cannot be seen any more, in steps. */
final class Collector {

  private Collector() {}

  /**
   * Makes a step.
   *
   * @param from the first key of a column
   * @param most about how many cells to look at; a column is looked at until some of it can go
   * @return where the next step begins; null if this was the last
   */
  static Bytes step(Overlay overlay, Partition partition, long now, byte[] from, int most) {
    VisibleColumns columns = new VisibleColumns(partition, now);
    List<byte[]> garbage = new ArrayList<>();
    byte[] next = null;
    try (Cursor cursor = Extents.open(overlay, partition, new KeyRange(from, null))) {
      for (int seen = 1; next == null && cursor.isValid(); seen++) {
        if (!columns.enter(cursor)) {
          garbage.add(cursor.key());
        }
        // A step that deletes has made progress and may end anywhere; else only at a new column.
        if (seen >= most && (!garbage.isEmpty() || (seen > most && columns.newer() == 0))) {
          next = columns.prefix();
        }
        cursor.next();
      }
    }
    garbage.forEach(key -> overlay.delete(Extents.treeOf(partition, key), key));
    return next == null ? null : Bytes.wrap(next);
  }
}
