package io.zabdb.storage.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.tree.DiskFiles;
import io.zabdb.storage.tree.Export;
import io.zabdb.storage.tree.ExportedState;
import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TreeStore;
import io.zabdb.storage.tree.TreeView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Trees that are made and dropped where RocksDB cannot write its options down, as on a disk that is
 * full: it says that it failed, and has done it.
 */
class LostTreeTest {

  private static final String TREE = "p-t";
  private static final String OTHER = "p-other";
  private static final byte[] KEY = {1};

  @TempDir Path directory;

  private final List<Path> obstacles = new ArrayList<>();

  private TreeStore open() {
    return new RocksTreeStore(home(), RocksOptions.TINY);
  }

  private Path home() {
    return directory.resolve("home");
  }

  /** Directories are where RocksDB would write its next options. */
  private void obstruct() throws IOException {
    for (int i = 0; i < 500; i++) {
      Path file = home().resolve("db-1").resolve(String.format("OPTIONS-%06d.dbtmp", i));
      if (Files.notExists(file)) {
        obstacles.add(Files.createDirectory(file));
      }
    }
  }

  private void clear() throws IOException {
    for (Path obstacle : obstacles) {
      Files.delete(obstacle);
    }
    obstacles.clear();
  }

  /** The tree is made in vain, so often, and then made. */
  private void make(TreeStore store, int inVain) throws IOException {
    obstruct();
    for (int i = 0; i < inVain; i++) {
      assertThrows(StorageException.class, () -> store.create(TREE));
      assertEquals(Set.of(), store.trees());
    }
    clear();
    store.create(TREE);
  }

  private static void put(TreeStore store, String value) {
    try (Overlay overlay = new Overlay(store.latest())) {
      overlay.put(TREE, KEY, value.getBytes(StandardCharsets.UTF_8));
      store.write(overlay.changes());
    }
    store.flush();
  }

  private static String value(TreeView view) {
    return new String(view.get(TREE, KEY), StandardCharsets.UTF_8);
  }

  private static String value(TreeStore store) {
    try (TreeView view = store.snapshot()) {
      return value(view);
    }
  }

  private List<String> families() throws RocksDBException {
    try (Options any = new Options()) {
      return RocksDB.listColumnFamilies(any, home().resolve("db-1").toString()).stream()
          .map(name -> new String(name, StandardCharsets.UTF_8))
          .toList();
    }
  }

  @Test
  void aTreeThatWasMadeInVainCanBeMadeLater() throws Exception {
    try (TreeStore store = open()) {
      make(store, 3);
      put(store, "here");
      assertEquals(Set.of(TREE), store.trees());
      assertEquals("here", value(store));
      assertEquals(1, store.pressure().level0Files());
      StorageException twice = assertThrows(StorageException.class, () -> store.create(TREE));
      assertEquals(ErrorCode.ALREADY_EXISTS, twice.code());
    }
    assertEquals(5, families().size(), families() + ": this test must lose some");
    try (TreeStore store = open()) {
      assertEquals(Set.of(TREE), store.trees());
      assertEquals("here", value(store));
    }
    // What was lost is gone, since it was opened again.
    assertEquals(List.of("default", FamilyNames.of(TREE, 3)), families());
  }

  @Test
  void treesThatWereMadeInVainTogetherAreMadeLater() throws Exception {
    List<String> both = List.of(TREE, OTHER);
    try (TreeStore store = open()) {
      obstruct();
      assertThrows(StorageException.class, () -> store.createAll(both));
      assertEquals(Set.of(), store.trees());
      clear();
      store.createAll(both);
      assertEquals(Set.copyOf(both), store.trees());
      put(store, "here");
    }
    assertTrue(families().size() > 3, families() + ": this test must lose some");
    try (TreeStore store = open()) {
      assertEquals(Set.copyOf(both), store.trees());
      assertEquals("here", value(store));
    }
    assertEquals(3, families().size(), () -> "some are there still");
  }

  @Test
  void aTreeWithAnotherNameIsInWhatIsExported() throws Exception {
    Path exported = directory.resolve("exported");
    try (TreeStore store = open()) {
      make(store, 2);
      put(store, "here");
      try (Export export = store.export()) {
        export.link(exported);
      }
      Path carrier = Files.createDirectory(directory.resolve("carrier"));
      try (ExportedState state = store.open(exported)) {
        assertEquals("here", value(state.view()));
        state.exportTree(TREE, carrier);
      }
      put(store, "later");
      // Another one of that name, in place of the one with another name.
      store.importTree(TREE, DiskFiles.list(carrier));
      assertEquals("here", value(store));
    }
    try (TreeStore whole = new RocksTreeStore(directory.resolve("other"), RocksOptions.TINY)) {
      whole.importAll(exported);
      assertEquals("here", value(whole));
    }
  }

  @Test
  void filesCanBeTakenOverWhereATreeWasLost() throws Exception {
    Path carrier = Files.createDirectory(directory.resolve("carrier"));
    try (TreeStore store = open()) {
      store.create(TREE);
      put(store, "here");
      Path exported = directory.resolve("exported");
      try (Export export = store.export()) {
        export.link(exported);
      }
      try (ExportedState state = store.open(exported)) {
        state.exportTree(TREE, carrier);
      }
      obstruct();
      assertThrows(StorageException.class, () -> store.importTree(TREE, DiskFiles.list(carrier)));
      assertEquals(Set.of(), store.trees(), "the one that it should have replaced is gone");
      clear();
      store.importTree(TREE, DiskFiles.list(carrier));
      assertEquals("here", value(store));
    }
    try (TreeStore store = open()) {
      assertEquals("here", value(store));
    }
  }

  @Test
  void aTreeIsDroppedWithoutItsOptions() throws Exception {
    try (TreeStore store = open()) {
      store.create(TREE);
      store.create(OTHER);
      obstruct();
      store.drop(TREE);
      assertEquals(Set.of(OTHER), store.trees());
      store.flush();
      clear();
      store.create(TREE);
      put(store, "new");
    }
    try (TreeStore store = open()) {
      assertEquals(Set.of(OTHER, TREE), store.trees());
      assertEquals("new", value(store));
    }
  }

  @Test
  void notEndlesslyManyAreLost() throws Exception {
    try (TreeStore store = open()) {
      obstruct();
      StorageException failed = null;
      for (int i = 0; i <= FamilyMaker.MAX_LOST; i++) {
        failed = assertThrows(StorageException.class, () -> store.create(TREE));
      }
      assertEquals(
          "100 trees " + TREE + " were lost on a full disk; to be opened again",
          failed.getMessage());
      clear();
    }
    try (TreeStore store = open()) {
      assertEquals(Set.of(TREE), store.trees(), "whoever opens it drops what has no record");
    }
    assertEquals(2, families().size());
  }
}
