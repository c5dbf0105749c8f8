package io.zabdb.storage.engine;

import io.zabdb.model.data.Cell;
import io.zabdb.model.data.Column;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.key.CellKey;
import io.zabdb.storage.tree.Cursor;
import io.zabdb.storage.tree.TreeView;
import java.util.Arrays;

/** Goes through the cells that can be seen. Not thread-safe; to be closed. */
final class VisibleCells implements AutoCloseable {

  /** What a cell takes beside its bytes, about. */
  private static final int CELL_OVERHEAD = 128;

  private final Cursor cursor;
  private final VisibleColumns columns;
  private final int versions;
  private final byte[] after;

  /** The column of {@link #after}. */
  private final byte[] afterColumn;

  /**
   * @param keys begin at a column
   * @param versions of each column at most
   * @param after cells up to this key are passed over, though they count as versions; null: none
   */
  VisibleCells(
      TreeView view, Partition partition, long now, KeyRange keys, int versions, byte[] after) {
    this.versions = versions;
    this.after = after;
    afterColumn = after == null ? null : Arrays.copyOf(after, CellKey.columnLength(after));
    columns = new VisibleColumns(partition, now);
    cursor = Extents.open(view, partition, keys);
    settle();
  }

  /** Goes on to a cell that can be seen, from where the cursor stands. */
  private void settle() {
    while (cursor.isValid()) {
      if (!columns.enter(cursor) || columns.newer() >= versions) {
        skipColumn();
      } else if (after != null && isPassed()) {
        cursor.next();
      } else {
        return;
      }
    }
  }

  /** Another replica may have had the only cell of a column elsewhere than in its place. */
  private boolean isPassed() {
    return StoredCell.isInPlace(columns.family())
        ? Arrays.compareUnsigned(columns.prefix(), afterColumn) <= 0
        : Arrays.compareUnsigned(cursor.key(), after) <= 0;
  }

  private void skipColumn() {
    cursor.seek(CellKey.after(columns.prefix()));
  }

  boolean hasNext() {
    return cursor.isValid();
  }

  /** The key of the next cell. */
  byte[] nextKey() {
    return cursor.key();
  }

  /** About how many bytes the next cell takes in memory; the value is not read for that. */
  long nextBytes() {
    return (long) cursor.key().length + cursor.valueLength() + CELL_OVERHEAD;
  }

  /** Passes over the next cell. */
  void skip() {
    cursor.next();
    settle();
  }

  /** The next cell as it is stored; passes over it. */
  StoredCell nextStored() {
    StoredCell stored = StoredCell.read(cursor.key(), cursor.value());
    skip();
    return stored;
  }

  Cell next() {
    String family = columns.family().name();
    StoredCell stored = nextStored();
    return new Cell(
        stored.key().row(),
        new Column(family, stored.key().qualifier()),
        stored.key().version(),
        stored.time(),
        stored.value());
  }

  @Override
  public void close() {
    cursor.close();
  }
}
