package io.zabdb.storage.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.tree.Cursor;
import io.zabdb.storage.tree.DiskFiles;
import io.zabdb.storage.tree.Export;
import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TreeStore;
import io.zabdb.storage.tree.TreeView;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** A partition moves away: its tree is dropped, whoever looks at it or compacts it at that time. */
@Timeout(60)
class DroppedTreeTest {

  private static final String KEPT = "kept";
  private static final String LEFT = "left";

  /**
   * With less than a memtable takes: RocksDB holds on to a tree that it is about to flush by itself
   * until somebody writes again.
   */
  private static void fill(TreeStore store, String tree) {
    try (Overlay overlay = new Overlay(store.latest())) {
      for (int i = 0; i < 100; i++) {
        overlay.put(tree, new byte[] {(byte) i}, new byte[10]);
      }
      store.write(overlay.changes());
    }
  }

  private static long rows(TreeView view, String tree) {
    long rows = 0;
    try (Cursor cursor = view.open(tree, new byte[0], null)) {
      for (; cursor.isValid(); cursor.next()) {
        rows++;
      }
    }
    return rows;
  }

  /** Tables on disk, whatever RocksDB says of them. */
  private static Set<Path> tables(Path directory) throws IOException {
    return DiskFiles.list(directory.resolve("db-1")).stream()
        .filter(file -> file.toString().endsWith(".sst"))
        .collect(Collectors.toSet());
  }

  /** RocksDB removes files in a thread of its own. */
  private static void awaitTables(int count, Path directory) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (tables(directory).size() != count) {
      assertTrue(System.nanoTime() < deadline, tables(directory) + " in place of " + count);
      Thread.onSpinWait();
    }
  }

  /** With two trees that are on disk. */
  private static TreeStore filled(Path directory) {
    TreeStore store = new RocksTreeStore(directory, RocksOptions.TINY);
    store.create(KEPT);
    fill(store, KEPT);
    store.flush();
    store.create(LEFT);
    fill(store, LEFT);
    store.flush();
    return store;
  }

  @Test
  void itsTablesAreNoLongerOnDisk(@TempDir Path directory) throws IOException {
    try (TreeStore store = filled(directory)) {
      assertEquals(2, tables(directory).size());
      store.drop(LEFT);
      awaitTables(1, directory);
      try (TreeView view = store.snapshot()) {
        assertEquals(100, rows(view, KEPT));
      }
    }
  }

  @Test
  void itsTablesStayForWhoeverStillReadsThem(@TempDir Path directory) throws IOException {
    try (TreeStore store = filled(directory)) {
      TreeView first = store.snapshot();
      TreeView second = store.snapshot();
      store.drop(LEFT);
      try (TreeView behind = store.snapshot()) {
        first.close();
        assertEquals(2, tables(directory).size());
        assertEquals(100, rows(second, LEFT));
        second.close();
        // Whoever came later does not see it.
        awaitTables(1, directory);
        assertEquals(100, rows(behind, KEPT));
      }
    }
  }

  /** A scan that fails as it begins must not be one that reads for ever. */
  @Test
  void whoeverCouldNotReadItKeepsNothing(@TempDir Path directory) throws IOException {
    try (TreeStore store = filled(directory)) {
      for (Path table : tables(directory)) {
        try (RandomAccessFile file = new RandomAccessFile(table.toFile(), "rw")) {
          file.write(new byte[100]);
        }
      }
      try (TreeView view = store.snapshot()) {
        StorageException failed = assertThrows(StorageException.class, () -> rows(view, LEFT));
        assertEquals(ErrorCode.CORRUPT, failed.code(), failed.getMessage());
      }
      store.drop(LEFT);
      awaitTables(1, directory);
    }
  }

  /** A tree of that name comes back, as a partition does that moves to and fro. */
  @Test
  void whatComesBackIsAnotherTree(@TempDir Path directory) throws IOException {
    try (TreeStore store = filled(directory)) {
      try (TreeView view = store.snapshot()) {
        store.drop(LEFT);
        store.create(LEFT);
        assertEquals(100, rows(view, LEFT));
      }
      awaitTables(1, directory);
      fill(store, LEFT);
      store.flush();
      assertEquals(2, tables(directory).size());
    }
    try (TreeStore store = new RocksTreeStore(directory, RocksOptions.TINY);
        TreeView view = store.snapshot()) {
      assertEquals(100, rows(view, LEFT));
    }
  }

  /** As on a disk that is full: whoever waits for room tries again. */
  @Test
  void whatCannotBeReplacedCanBeLater(@TempDir Path directory) throws IOException {
    try (RocksTreeStore store = new RocksTreeStore(directory.resolve("store"), RocksOptions.TINY);
        TreeStore other = filled(directory.resolve("other"))) {
      store.create(LEFT);
      Path exported = directory.resolve("exported");
      try (Export export = other.export()) {
        export.link(exported);
      }
      // A database without the tree that a carrier has.
      assertThrows(StorageException.class, () -> store.importTree(LEFT, DiskFiles.list(exported)));
      Path carrier = directory.resolve("carrier");
      try (RocksScratch scratch =
          RocksScratch.of(DiskFiles.list(exported), directory.resolve("scratch"))) {
        scratch.carry(LEFT, carrier);
      }
      store.importTree(LEFT, DiskFiles.list(carrier));
      try (TreeView view = store.snapshot()) {
        assertEquals(100, rows(view, LEFT));
      }
    }
  }

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
