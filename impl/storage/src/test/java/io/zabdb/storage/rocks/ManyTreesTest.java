package io.zabdb.storage.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.storage.tree.DiskFiles;
import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TreePressure;
import io.zabdb.storage.tree.TreeStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** What a store with many trees costs, and does not cost. */
class ManyTreesTest {

  private static final int TREES = 64;
  private static final int MOST_TREES = 256;

  @TempDir Path directory;

  private static String tree(int number) {
    return "p-" + number;
  }

  /** Puts a value into each tree, all at once. */
  private static void putIntoEach(TreeStore store, int trees, IntFunction<byte[]> key, int bytes) {
    try (Overlay overlay = new Overlay(store.latest())) {
      for (int i = 0; i < trees; i++) {
        overlay.put(tree(i), key.apply(i), new byte[bytes]);
      }
      store.write(overlay.changes());
    }
  }

  /** With one MiB for each, as RocksDB takes by default, the first write into each flushed all. */
  @Test
  void manyTreesAreNotFlushedBeforeTheyHaveWhatMemoryHolds() {
    long memtables = 8L << 20;
    RocksOptions options =
        new RocksOptions(memtables, memtables, memtables, 1L << 20, 4, 2, 0, true);
    try (RocksTreeStore store = new RocksTreeStore(directory, options)) {
      store.setAutomaticCompaction(false);
      for (int i = 0; i < TREES; i++) {
        store.create(tree(i));
      }
      // Half of what memory holds.
      int value = 4 << 10;
      for (long written = 0; written < memtables / 2; written += (long) TREES * value) {
        byte[] key = {(byte) (written >>> 18), 1, 2, 3, 4, 5, 6, 7, 8};
        putIntoEach(store, TREES, tree -> key, value);
      }
      store.flush();
      assertEquals(1, store.pressure().level0Files(), "files in level 0 of a tree");
    }
  }

  /** In one step: one by one they would take minutes. */
  private void makeTrees(int trees) throws IOException, RocksDBException {
    Path database = Files.createDirectory(directory.resolve("db-1"));
    List<byte[]> names = new ArrayList<>();
    for (int i = 0; i < trees; i++) {
      names.add(tree(i).getBytes(StandardCharsets.UTF_8));
    }
    try (Options options = new Options().setCreateIfMissing(true);
        ColumnFamilyOptions family = new ColumnFamilyOptions();
        RocksDB db = RocksDB.open(options, database.toString())) {
      db.createColumnFamilies(family, names).forEach(ColumnFamilyHandle::close);
    }
  }

  /** The options of the store, which RocksDB writes down anew each time, have numbers. */
  private long optionsWritten() throws IOException {
    return filesOfTheDatabase().stream()
        .filter(file -> file.matches("OPTIONS-\\d+"))
        .mapToLong(file -> Long.parseLong(file.substring("OPTIONS-".length())))
        .max()
        .orElseThrow();
  }

  /** One by one the options of all are written as often as there are trees. */
  @Test
  void aGroupOfManyPartitionsIsFoundedInOneStep() throws IOException {
    List<String> names = IntStream.range(0, MOST_TREES).mapToObj(ManyTreesTest::tree).toList();
    try (RocksTreeStore store = new RocksTreeStore(directory, RocksOptions.TINY)) {
      long before = optionsWritten();
      store.createAll(names);
      assertEquals(new TreeSet<>(names), store.trees());
      long written = optionsWritten() - before;
      assertTrue(written < 8, written + " numbers were used");
      putIntoEach(store, MOST_TREES, tree -> new byte[] {1}, 1);
    }
    try (RocksTreeStore store = new RocksTreeStore(directory, RocksOptions.TINY)) {
      assertEquals(new TreeSet<>(names), store.trees());
    }
  }

  /** What one tree has to compact is looked up again when its own files have changed. */
  @Test
  void thePressureIsThatOfAllTreesAsTheyAreNow() {
    try (RocksTreeStore store = new RocksTreeStore(directory, RocksOptions.TINY)) {
      store.setAutomaticCompaction(false);
      store.createAll(List.of(tree(0), tree(1)));
      long before = 0;
      for (int round = 1; round <= 3; round++) {
        for (int tree = 0; tree < 2; tree++) {
          for (int i = 0; i < RocksOptions.TINY.level0Trigger(); i++) {
            try (Overlay overlay = new Overlay(store.latest())) {
              overlay.put(tree(tree), new byte[] {1}, new byte[1 << 10]);
              store.write(overlay.changes());
            }
            store.flush();
          }
          long due = store.pressure().dueBytes();
          assertTrue(due > before, "round " + round + ": " + due + " bytes, before " + before);
          before = due;
        }
      }
      assertEquals(3L * RocksOptions.TINY.level0Trigger(), store.pressure().level0Files());
    }
  }

  private Set<String> filesOfTheDatabase() throws IOException {
    return DiskFiles.list(directory.resolve("db-1")).stream()
        .map(file -> file.getFileName().toString())
        .collect(Collectors.toSet());
  }

  /**
   * With an option of each tree RocksDB wrote down the options of all as often as there are trees.
   */
  @Test
  void whetherCompactionsRunIsSaidOnceWhateverTheNumberOfTrees()
      throws IOException, RocksDBException {
    makeTrees(MOST_TREES);
    try (RocksTreeStore store = new RocksTreeStore(directory, RocksOptions.TINY)) {
      assertEquals(MOST_TREES, store.trees().size());
      Set<String> before = filesOfTheDatabase();
      store.setAutomaticCompaction(false);
      store.setAutomaticCompaction(true);
      store.setAutomaticCompaction(false);
      Set<String> added = filesOfTheDatabase();
      // Old ones may go meanwhile.
      added.removeAll(before);
      assertEquals(Set.of(), added);
    }
  }

  /** Else a leader that waits for a successor would stand still before that is there. */
  @Test
  void whileCompactionsAreHeldWritesGoOnAndNothingSeemsToRun() {
    try (RocksTreeStore store = new RocksTreeStore(directory, RocksOptions.TINY)) {
      store.create(tree(0));
      store.setAutomaticCompaction(false);
      int files = 40;
      for (int i = 0; i < files; i++) {
        byte[] key = {(byte) i, 1, 2, 3, 4, 5, 6, 7, 8};
        putIntoEach(store, 1, tree -> key, 10);
        store.flush();
      }
      TreePressure held = store.pressure();
      assertEquals(files, held.level0Files());
      assertTrue(held.dueBytes() > 0);
      assertEquals(0, held.running());
      assertEquals(0, held.delayedWriteRate());
      assertFalse(held.stopped());
    }
  }
}
