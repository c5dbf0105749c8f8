package io.zabdb.storage.rocks;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TreeStore;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A store says whether it flushes, also if it began by itself. */
@Timeout(60)
class OwnFlushTest {

  private static final String TREE = "p";

  @TempDir Path directory;

  private final Random random = new Random(1);

  private void write(TreeStore store) {
    try (Overlay overlay = new Overlay(store.latest())) {
      byte[] key = new byte[16];
      byte[] value = new byte[1 << 10];
      random.nextBytes(key);
      random.nextBytes(value);
      overlay.put(TREE, key, value);
      store.write(overlay.changes());
    }
  }

  @Test
  void itSaysWhetherItFlushes() {
    try (TreeStore store = new RocksTreeStore(directory, RocksOptions.TINY)) {
      store.create(TREE);
      assertFalse(store.isFlushing());
      // A memtable is full soon, and takes long to be written.
      store.limitRate(1);
      int written = 0;
      while (!store.isFlushing()) {
        write(store);
        written++;
        assertTrue(written < 10_000, "no memtable is ever full");
      }
      store.limitRate(0);
      store.flush();
      assertFalse(store.isFlushing());
    }
  }
}
