package io.zabdb.storage.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.tree.Export;
import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TreeStore;
import io.zabdb.storage.tree.TreeView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that is to be replaced, and cannot be. */
class FailedImportTest {

  private static final String TREE = "p";

  @TempDir Path directory;

  private Path home;
  private Path exported;

  /** A store of no trees, and one that is to take its place. */
  @BeforeEach
  void export() throws IOException {
    home = directory.resolve("home");
    exported = directory.resolve("exported");
    try (TreeStore other = open(directory.resolve("other"))) {
      other.create(TREE);
      other.flush();
      try (Export export = other.export()) {
        export.link(exported);
      }
    }
  }

  private static TreeStore open(Path where) {
    return new RocksTreeStore(where, RocksOptions.TINY);
  }

  @Test
  void whatCannotBeOpenedLeavesNothing() throws IOException {
    Files.writeString(exported.resolve("CURRENT"), "garbage");
    try (TreeStore store = open(home)) {
      assertThrows(StorageException.class, () -> store.importAll(exported));
      assertFalse(Files.exists(home.resolve("db-2")));
      store.create(TREE);
      assertEquals(Set.of(TREE), store.trees());
    }
  }

  private void failTheSwitch() throws IOException {
    Files.delete(home.resolve("STORE"));
    Files.createDirectories(home.resolve("STORE").resolve("in the way"));
  }

  private static void write(TreeStore store, int key) {
    try (Overlay overlay = new Overlay(store.latest())) {
      overlay.put(TREE, new byte[] {(byte) key}, new byte[1]);
      store.write(overlay.changes());
    }
  }

  private static boolean has(TreeStore store, int key) {
    try (TreeView view = store.snapshot()) {
      return view.get(TREE, new byte[] {(byte) key}) != null;
    }
  }

  /** The old database was closed by then, and what it had in memory is gone. */
  @Test
  void aSwitchThatFailsIsNeverForRoom() throws IOException {
    try (TreeStore store = open(home)) {
      store.create(TREE);
      store.flush();
      write(store, 1);
      failTheSwitch();
      StorageException failed =
          assertThrows(StorageException.class, () -> store.importAll(exported));
      assertEquals(ErrorCode.IO, failed.code());
      assertTrue(failed.getMessage().startsWith("what was not flushed is lost"), failed::problem);
      assertFalse(has(store, 1), "this test must lose something");
    }
  }

  /** All that needs room comes before. */
  @Test
  void aSwitchThatFindsNoRoomChangesNothing() throws IOException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full));
    try (TreeStore store = open(home)) {
      store.create(TREE);
      store.flush();
      write(store, 1);
      Files.createSymbolicLink(home.resolve("STORE.next"), full);
      StorageException failed =
          assertThrows(StorageException.class, () -> store.importAll(exported));
      assertEquals(ErrorCode.DISK_FULL, failed.code());
      assertTrue(has(store, 1));
      assertFalse(Files.exists(home.resolve("db-2")));
      Files.delete(home.resolve("STORE.next"));
      store.importAll(exported);
      assertFalse(has(store, 1));
      assertTrue(store.isImportPending());
    }
  }

  /** Whoever asks for it then would read what was freed. */
  @Test
  void aStoreThatCannotBeOpenedAgainIsNone() throws IOException {
    try (TreeStore store = open(home)) {
      // The switch fails, and then the old one is not there any more.
      failTheSwitch();
      Files.writeString(home.resolve("db-1").resolve("CURRENT"), "garbage");
      StorageException failed =
          assertThrows(StorageException.class, () -> store.importAll(exported));
      assertEquals(ErrorCode.IO, failed.code(), failed.getMessage());
      assertThrows(IllegalStateException.class, store::pressure);
      assertThrows(IllegalStateException.class, store::latest);
      assertThrows(IllegalStateException.class, store::flush);
    }
  }
}
