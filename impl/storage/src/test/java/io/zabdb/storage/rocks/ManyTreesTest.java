package io.zabdb.storage.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TreeStore;
import java.nio.file.Path;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a store with many trees costs, and does not cost. */
class ManyTreesTest {

  private static final int TREES = 64;

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
}
