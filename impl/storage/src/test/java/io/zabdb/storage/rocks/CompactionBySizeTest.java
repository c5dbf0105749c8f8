package io.zabdb.storage.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;

/**
 * RocksDB wants to compact for the size of a level, and for nothing else: what the protocol cannot
 * foresee it cannot hide, and what RocksDB wants and may not do it tries a hundred times a second.
 */
class CompactionBySizeTest {

  private static final String TREE = "p";

  @TempDir Path directory;

  private static void write(RocksDB db, ColumnFamilyHandle tree, int key) throws RocksDBException {
    db.put(tree, new byte[] {0, 0, 0, 0, 0, 0, 0, (byte) key}, new byte[100]);
  }

  private static void flush(RocksDB db, ColumnFamilyHandle tree) throws RocksDBException {
    try (FlushOptions options = new FlushOptions()) {
      db.flush(options, tree);
    }
  }

  private static long pending(RocksDB db, ColumnFamilyHandle tree) throws RocksDBException {
    return db.getLongProperty(tree, "rocksdb.compaction-pending");
  }

  @Test
  void nothingIsCompactedBecauseASnapshotIsReleased() throws Exception {
    try (RocksResources resources = new RocksResources(RocksOptions.DEFAULT);
        RocksDatabase database = new RocksDatabase(directory, resources)) {
      resources.setAutomaticCompaction(false);
      database.create(TREE);
      RocksDB db = database.db();
      ColumnFamilyHandle tree = database.handle(TREE);
      write(db, tree, 0);
      flush(db, tree);
      write(db, tree, 1);
      // From here on the file has what no snapshot needs.
      Snapshot snapshot = db.getSnapshot();
      db.releaseSnapshot(snapshot);
      assertEquals(0, pending(db, tree));
    }
  }

  @Test
  void levelZeroIsCompactedForItsSize() throws Exception {
    try (RocksResources resources = new RocksResources(RocksOptions.DEFAULT);
        RocksDatabase database = new RocksDatabase(directory, resources)) {
      resources.setAutomaticCompaction(false);
      database.create(TREE);
      RocksDB db = database.db();
      ColumnFamilyHandle tree = database.handle(TREE);
      for (int i = 0; i < RocksOptions.DEFAULT.level0Trigger(); i++) {
        write(db, tree, i);
        flush(db, tree);
      }
      assertNotEquals(0, pending(db, tree));
    }
  }

  @Test
  void ageIsNoReason() throws Exception {
    try (RocksResources resources = new RocksResources(RocksOptions.DEFAULT);
        RocksDatabase database = new RocksDatabase(directory, resources)) {
      database.create(TREE);
      assertEquals(0, database.handle(TREE).getDescriptor().getOptions().ttl());
    }
  }
}
