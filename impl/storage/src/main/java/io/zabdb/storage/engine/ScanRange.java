package io.zabdb.storage.engine;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.DataLimits;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.key.CellKey;

/** Which cells a scan goes through. */
public sealed interface ScanRange {

  /** The range of their keys. */
  KeyRange keys(Partition partition);

  /** Rows by token, in token order. */
  record Tokens(TokenRange range) implements ScanRange {
    @Override
    public KeyRange keys(Partition partition) {
      return KeyRange.of(range);
    }
  }

  /** A row: all families in their order, each by qualifier. */
  record Row(Bytes row) implements ScanRange {
    public Row {
      DataLimits.checkRowKey(row.length());
    }

    @Override
    public KeyRange keys(Partition partition) {
      return KeyRange.of(CellKey.ofRow(row));
    }
  }

  /**
   * Columns of a row.
   *
   * @param from the first qualifier
   * @param to the first qualifier behind; null: to the end of the family
   */
  record Columns(Bytes row, String family, Bytes from, Bytes to) implements ScanRange {
    public Columns {
      DataLimits.checkRowKey(row.length());
      DataLimits.checkQualifier(from.length());
      if (to != null) {
        DataLimits.checkQualifier(to.length());
        if (to.compareTo(from) < 0) {
          throw new IllegalArgumentException("qualifiers from " + from + " to " + to);
        }
      }
    }

    @Override
    public KeyRange keys(Partition partition) {
      int id = partition.idOf(family);
      byte[] end =
          to == null ? CellKey.after(CellKey.ofFamily(row, id)) : CellKey.ofColumn(row, id, to);
      return new KeyRange(CellKey.ofColumn(row, id, from), end);
    }
  }
}
