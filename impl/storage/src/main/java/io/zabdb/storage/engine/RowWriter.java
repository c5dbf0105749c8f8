package io.zabdb.storage.engine;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Condition;
import io.zabdb.model.data.Family;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.data.Version;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.key.CellKey;
import io.zabdb.storage.tree.Cursor;
import io.zabdb.storage.tree.Overlay;
import java.util.ArrayList;
import java.util.List;

/** Makes the changes of a command in a partition. Not thread-safe. */
final class RowWriter {

  private final Overlay overlay;
  private final Partition partition;
  private final Version version;
  private final long now;

  /**
   * @param version of the cells it writes
   * @param now the applied time, in milliseconds
   */
  RowWriter(Overlay overlay, Partition partition, Version version, long now) {
    this.overlay = overlay;
    this.partition = partition;
    this.version = version;
    this.now = now;
  }

  /** Throws if a family does not exist. */
  void check(RowMutation mutation) {
    for (Change change : mutation.changes()) {
      if (change instanceof Change.Put put) {
        partition.idOf(put.column().family());
      } else if (change instanceof Change.DeleteVersion delete) {
        partition.idOf(delete.column().family());
      } else if (change instanceof Change.DeleteColumn delete) {
        partition.idOf(delete.column().family());
      } else if (change instanceof Change.DeleteFamily delete) {
        partition.idOf(delete.family());
      }
    }
  }

  /** Makes the changes of a row, in their order. */
  void write(RowMutation mutation) {
    Bytes row = mutation.row();
    for (Change change : mutation.changes()) {
      if (change instanceof Change.Put put) {
        int family = partition.idOf(put.column().family());
        CellKey place = new CellKey(row, family, put.column().qualifier(), version);
        put(partition.families().get(family), new StoredCell(place, now, put.value()));
      } else if (change instanceof Change.DeleteVersion delete) {
        deleteVersion(row, delete);
      } else if (change instanceof Change.DeleteColumn delete) {
        int family = partition.idOf(delete.column().family());
        deleteAll(CellKey.ofColumn(row, family, delete.column().qualifier()));
      } else if (change instanceof Change.DeleteFamily delete) {
        deleteAll(CellKey.ofFamily(row, partition.idOf(delete.family())));
      } else if (change instanceof Change.DeleteRow) {
        deleteAll(CellKey.ofRow(row));
      }
    }
  }

  private void put(Family family, StoredCell cell) {
    byte[] key = cell.storedKey(family);
    overlay.put(tree(key), key, cell.storedValue(family));
  }

  private void deleteAll(byte[] prefix) {
    overlay.deleteRange(tree(prefix), prefix, CellKey.after(prefix));
  }

  private String tree(byte[] key) {
    return Extents.treeOf(partition, key);
  }

  /**
   * Deletes one version, and with it those that cannot be seen any more: else one of them would
   * come back, at replicas that have not collected it.
   */
  private void deleteVersion(Bytes row, Change.DeleteVersion delete) {
    int family = partition.idOf(delete.column().family());
    KeyRange keys = KeyRange.of(CellKey.ofColumn(row, family, delete.column().qualifier()));
    VisibleColumns columns = new VisibleColumns(partition, now);
    List<byte[]> hidden = new ArrayList<>();
    List<byte[]> target = new ArrayList<>();
    try (Cursor cursor = Extents.open(overlay, partition, keys)) {
      for (; cursor.isValid(); cursor.next()) {
        if (!columns.enter(cursor)) {
          hidden.add(cursor.key());
        } else if (versionAt(cursor).equals(delete.version())) {
          target.add(cursor.key());
        }
      }
    }
    hidden.forEach(key -> overlay.delete(tree(key), key));
    target.forEach(key -> overlay.delete(tree(key), key));
  }

  /** Values are read only where they say it. */
  private static Version versionAt(Cursor cursor) {
    byte[] key = cursor.key();
    return CellKey.isPlace(key)
        ? StoredCell.read(key, cursor.value()).key().version()
        : CellKey.decode(key).version();
  }

  /** The newest cell of the column that a condition is about; null if it has none. */
  Cell newest(Bytes row, Condition condition) {
    int family = partition.idOf(condition.column().family());
    KeyRange keys = KeyRange.of(CellKey.ofColumn(row, family, condition.column().qualifier()));
    try (VisibleCells cells = new VisibleCells(overlay, partition, now, keys, 1, null)) {
      return cells.hasNext() ? cells.next() : null;
    }
  }
}
