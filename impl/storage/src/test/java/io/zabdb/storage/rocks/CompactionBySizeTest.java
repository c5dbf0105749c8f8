package io.zabdb.storage.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;
import org.rocksdb.TableProperties;

/**
 * RocksDB wants to compact for the size of a level, and for nothing else: what the protocol cannot
 * foresee it cannot hide, and what RocksDB wants and may not do it tries a hundred times a second.
 */
class CompactionBySizeTest {

  private static final String TREE = "p";

  @TempDir Path directory;

  private RocksResources resources;
  private RocksDatabase database;
  private RocksDB db;
  private ColumnFamilyHandle tree;

  @BeforeEach
  void open() {
    resources = new RocksResources(RocksOptions.DEFAULT);
    resources.setAutomaticCompaction(false);
    database = new RocksDatabase(directory, resources);
    database.create(TREE);
    db = database.db();
    tree = database.handle(TREE);
  }

  @AfterEach
  void close() {
    database.close();
    resources.close();
  }

  private static byte[] key(int number) {
    return new byte[] {0, 0, 0, 0, 0, 0, 0, (byte) number};
  }

  private void write(int number) throws RocksDBException {
    db.put(tree, key(number), new byte[100]);
  }

  private void flush() throws RocksDBException {
    try (FlushOptions options = new FlushOptions()) {
      db.flush(options, tree);
    }
  }

  private long pending() throws RocksDBException {
    return db.getLongProperty(tree, "rocksdb.compaction-pending");
  }

  @Test
  void nothingIsCompactedBecauseASnapshotIsReleased() throws RocksDBException {
    write(0);
    flush();
    write(1);
    // From here on the file has what no snapshot needs.
    Snapshot snapshot = db.getSnapshot();
    db.releaseSnapshot(snapshot);
    assertEquals(0, pending());
  }

  @Test
  void levelZeroIsCompactedForItsSize() throws RocksDBException {
    for (int i = 0; i < RocksOptions.DEFAULT.level0Trigger(); i++) {
      assertEquals(0, pending());
      write(i);
      flush();
    }
    assertEquals(1, pending());
  }

  @Test
  void ageIsNoReason() throws RocksDBException {
    assertEquals(0, tree.getDescriptor().getOptions().ttl());
  }

  private long entries() throws RocksDBException {
    return db.getPropertiesOfAllTables(tree).values().stream()
        .mapToLong(TableProperties::getNumEntries)
        .sum();
  }

  /** It is how to have it gone, since no compaction is for that alone. */
  @Test
  void whatWasDeletedIsGoneWhenAnOperatorHasTheStoreCompacted() throws RocksDBException {
    write(0);
    Snapshot snapshot = db.getSnapshot();
    db.delete(tree, key(0));
    write(1);
    flush();
    database.compact(TREE, key(0), key(2));
    assertEquals(3, entries(), "the snapshot needs what was deleted");
    db.releaseSnapshot(snapshot);
    database.compact(TREE, key(0), key(2));
    assertEquals(1, entries());
  }
}
