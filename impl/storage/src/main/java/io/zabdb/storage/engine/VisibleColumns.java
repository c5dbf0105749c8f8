package io.zabdb.storage.engine;

import io.zabdb.model.data.Family;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.key.CellKey;
import io.zabdb.storage.tree.Cursor;
import java.util.Arrays;

/**
 * Follows a cursor from the start of a column on, and says of each cell whether it can be seen: the
 * newest versions of its column, as many as the family keeps, that have not expired. In a column,
 * time does not rise from newer to older versions; so behind a cell that cannot be seen, none can.
 */
final class VisibleColumns {

  private final Partition partition;
  private final long now;

  private byte[] prefix = new byte[0];
  private Family family;
  private int newer;

  /**
   * @param now the time that decides expiry, in milliseconds
   */
  VisibleColumns(Partition partition, long now) {
    this.partition = partition;
    this.now = now;
  }

  /** Looks at the next cell. Returns whether it can be seen. */
  boolean enter(Cursor cursor) {
    byte[] key = cursor.key();
    int length = CellKey.columnLength(key);
    if (length == prefix.length && Arrays.equals(key, 0, length, prefix, 0, length)) {
      newer++;
    } else {
      prefix = Arrays.copyOf(key, length);
      family = familyOf(key);
      newer = 0;
    }
    return newer < family.versions() && !isExpired(cursor);
  }

  /** Values are copied from the store to be looked at: only where cells expire. */
  private boolean isExpired(Cursor cursor) {
    return family.expires() && family.isExpired(StoredCell.time(cursor.key(), cursor.value()), now);
  }

  /** How many newer versions this column has. */
  int newer() {
    return newer;
  }

  Family family() {
    return family;
  }

  /** The prefix of this column's keys. Not to be changed. */
  byte[] prefix() {
    return prefix;
  }

  private Family familyOf(byte[] key) {
    int id = CellKey.familyOf(key);
    if (id >= partition.families().size()) {
      throw new StorageException(
          ErrorCode.CORRUPT, "partition " + partition.name() + " has no family with id " + id);
    }
    return partition.families().get(id);
  }
}
