package io.zabdb.storage.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.tree.Export;
import io.zabdb.storage.tree.TreeStore;
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

  /** Whoever asks for it then would read what was freed. */
  @Test
  void aStoreThatCannotBeOpenedAgainIsNone() throws IOException {
    try (TreeStore store = open(home)) {
      // The switch fails, and then the old one is not there any more.
      Files.createDirectory(home.resolve("STORE.next"));
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
