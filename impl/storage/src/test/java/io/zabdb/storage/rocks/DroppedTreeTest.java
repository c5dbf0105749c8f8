package io.zabdb.storage.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.data.StorageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** An operator compacts a partition that moves away at the same time. */
class DroppedTreeTest {

  @Test
  void aTreeThatIsDroppedMeanwhileIsNotThere(@TempDir Path directory)
      throws RocksDBException, IOException {
    RocksLibrary.load();
    byte[] name = "t".getBytes(StandardCharsets.UTF_8);
    try (Options options = new Options().setCreateIfMissing(true);
        RocksDB db = RocksDB.open(options, directory.toString());
        ColumnFamilyHandle handle = db.createColumnFamily(new ColumnFamilyDescriptor(name))) {
      db.put(handle, name, name);
      db.dropColumnFamily(handle);
      StorageException thrown =
          assertThrows(
              StorageException.class, () -> RocksDatabase.compact(db, handle, "t", null, null));
      assertEquals(ErrorCode.NOT_FOUND, thrown.code());
      assertEquals("the tree t was dropped while it was compacted", thrown.getMessage());
    }
  }
}
