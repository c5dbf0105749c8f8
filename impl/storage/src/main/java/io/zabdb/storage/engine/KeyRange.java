package io.zabdb.storage.engine;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.ScanRange;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.key.CellKey;
import java.util.Arrays;

/**
 * Keys from {@code from} on, to before {@code to}. The arrays are not to be changed.
 *
 * @param to null: to the end
 */
record KeyRange(byte[] from, byte[] to) {

  /** The keys that begin with a prefix. */
  static KeyRange of(byte[] prefix) {
    return new KeyRange(prefix, CellKey.after(prefix));
  }

  /** The keys of the rows with these tokens. */
  static KeyRange of(TokenRange range) {
    return new KeyRange(
        CellKey.ofToken(range.after() + 1),
        range.upTo() == Long.MAX_VALUE ? null : CellKey.ofToken(range.upTo() + 1));
  }

  /** What both have; empty if nothing is. */
  KeyRange and(KeyRange other) {
    return new KeyRange(
        Arrays.compareUnsigned(from, other.from) >= 0 ? from : other.from,
        to == null || (other.to != null && Arrays.compareUnsigned(other.to, to) < 0)
            ? other.to
            : to);
  }

  boolean isEmpty() {
    return to != null && Arrays.compareUnsigned(from, to) >= 0;
  }

  boolean contains(byte[] key) {
    return Arrays.compareUnsigned(from, key) <= 0
        && (to == null || Arrays.compareUnsigned(key, to) < 0);
  }

  /** The keys of the cells that a scan goes through. */
  static KeyRange of(ScanRange range, Partition partition) {
    if (range instanceof ScanRange.Tokens tokens) {
      return of(tokens.range());
    }
    if (range instanceof ScanRange.Row row) {
      return of(CellKey.ofRow(row.row()));
    }
    ScanRange.Columns columns = (ScanRange.Columns) range;
    Bytes row = columns.row();
    int id = partition.idOf(columns.family());
    byte[] end =
        columns.to() == null
            ? CellKey.after(CellKey.ofFamily(row, id))
            : CellKey.ofColumn(row, id, columns.to());
    return new KeyRange(CellKey.ofColumn(row, id, columns.from()), end);
  }
}
