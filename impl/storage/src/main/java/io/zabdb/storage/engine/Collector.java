package io.zabdb.storage.engine;

import io.zabdb.model.data.Bytes;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.key.CellKey;
import io.zabdb.storage.tree.Cursor;
import io.zabdb.storage.tree.Overlay;
import java.util.ArrayList;
import java.util.List;

/**
 * Deletes cells that cannot be seen any more, in steps; and puts cells in the places of their
 * columns that belong there, and are of an older format.
 */
final class Collector {

  /** Of values that are put in their places in a step, about; they are in memory until its end. */
  private static final long MOST_BYTES = 1 << 20;

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
    List<Runnable> changes = new ArrayList<>();
    long bytes = 0;
    byte[] next = null;
    try (Cursor cursor = Extents.open(overlay, partition, new KeyRange(from, null))) {
      for (int seen = 1; next == null && cursor.isValid(); seen++) {
        byte[] key = cursor.key();
        if (!columns.enter(cursor)) {
          changes.add(() -> overlay.delete(Extents.treeOf(partition, key), key));
        } else if (StoredCell.isInPlace(columns.family()) && !CellKey.isPlace(key)) {
          byte[] place = columns.prefix();
          byte[] value = StoredCell.read(key, cursor.value()).storedValue(columns.family());
          bytes += value.length;
          changes.add(() -> overlay.put(Extents.treeOf(partition, place), place, value));
          changes.add(() -> overlay.delete(Extents.treeOf(partition, key), key));
        }
        // A step that changes something has made progress and may end anywhere; else only at a new
        // column.
        boolean isEnough = seen >= most || bytes >= MOST_BYTES;
        if (isEnough && (!changes.isEmpty() || (seen > most && columns.newer() == 0))) {
          next = columns.prefix();
        }
        cursor.next();
      }
    }
    changes.forEach(Runnable::run);
    return next == null ? null : Bytes.wrap(next);
  }
}
