package io.zabdb.storage.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.tree.Cursor;
import io.zabdb.storage.tree.TreeView;
import org.junit.jupiter.api.Test;

/** A snapshot whose first read fails. */
class FailedSnapshotTest {

  private int closed;

  private final TreeView damaged =
      new TreeView() {
        @Override
        public byte[] get(String tree, byte[] key) {
          throw new StorageException(ErrorCode.CORRUPT, "a block is damaged");
        }

        @Override
        public Cursor open(String tree, byte[] from, byte[] to) {
          throw new AssertionError("nobody scans it");
        }

        @Override
        public void close() {
          closed++;
        }
      };

  /** Else what it sees would be kept until the store is opened again. */
  @Test
  void whatItWouldHaveReadIsLetGo() {
    assertThrows(StorageException.class, () -> new TreeSnapshot(damaged, () -> {}));
    assertEquals(1, closed);
  }
}
