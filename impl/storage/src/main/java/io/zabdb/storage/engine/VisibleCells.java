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

  /**
   * @param keys begin at a column
   * @param versions of each column at most
   * @param after cells up to this key are passed over, though they count as versions; null: none
   */
  VisibleCells(
      TreeView view, Partition partition, long now, KeyRange keys, int versions, byte[] after) {
    this.versions = versions;
    this.after = after;
    columns = new VisibleColumns(partition, now);
    cursor = Extents.open(view, partition, keys);
    settle();
  }

  /** Goes on to a cell that can be seen, from where the cursor stands. */
  private void settle() {
    while (cursor.isValid()) {
      if (!columns.enter(cursor) || columns.newer() >= versions) {
        skipColumn();
      } else if (after != null && Arrays.compareUnsigned(cursor.key(), after) <= 0) {
        cursor.next();
      } else {
        return;
      }
    }
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

  Cell next() {
    CellKey key = CellKey.decode(cursor.key());
    byte[] value = cursor.value();
    Cell cell =
        new Cell(
            key.row(),
            new Column(columns.family().name(), key.qualifier()),
            key.version(),
            CellValue.time(value),
            CellValue.value(value));
    skip();
    return cell;
  }

  @Override
  public void close() {
    cursor.close();
  }
}
