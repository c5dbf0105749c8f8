package io.zabdb.storage.engine;

import static io.zabdb.storage.engine.Log.PARTITION;
import static io.zabdb.storage.engine.Log.put;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Family;
import io.zabdb.model.data.ScanRange;
import io.zabdb.model.data.Version;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.storage.data.Extent;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.key.CellKey;
import io.zabdb.storage.tree.Cursor;
import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TreeStore;
import io.zabdb.storage.tree.TreeView;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Cells of families that keep one version are in the places of their columns; those of stores of
 * older formats are not, and are read as well, until a collection puts them there.
 */
abstract class PlaceContract {

  private static final Bytes ROW = Bytes.of("row");

  /** "one" keeps one version, "three" three, "brief" one for 100 ms. */
  private static final List<Family> FAMILIES =
      List.of(Family.of("one"), new Family("three", 3, 0), new Family("brief", 1, 100));

  private Backend backend;
  private StorageEngine engine;
  private Log log;
  private Partition partition = new Partition(PARTITION, 0, FAMILIES);

  abstract Backend backend();

  @BeforeEach
  void open() {
    backend = backend();
    engine = backend.open();
    engine.createPartition(partition);
    log = new Log(engine);
  }

  @AfterEach
  void close() {
    engine.close();
  }

  /** Another store, whose partition has these families. */
  private void withFamilies(Family... families) {
    engine.close();
    backend = backend.fresh();
    engine = backend.open();
    partition = new Partition(PARTITION, 0, List.of(families));
    engine.createPartition(partition);
    log = new Log(engine);
  }

  private String hash() {
    try (Snapshot snapshot = engine.snapshot()) {
      return snapshot.hash();
    }
  }

  private List<Cell> cells() {
    try (Snapshot snapshot = engine.snapshot()) {
      return RandomRun.scanAll(
          snapshot, PARTITION, CellScan.of(new ScanRange.Tokens(TokenRange.ALL)).versions(9));
    }
  }

  private List<String> values(String family, String qualifier) {
    try (Snapshot snapshot = engine.snapshot()) {
      return snapshot.get(PARTITION, ROW, family, Bytes.of(qualifier), 9).stream()
          .map(cell -> cell.value().toString())
          .toList();
    }
  }

  private void collect(int most) {
    Bytes from = null;
    do {
      from = engine.collect(PARTITION, from, most);
    } while (from != null);
  }

  private String tree() {
    return Extent.treeOf(PARTITION, 0);
  }

  /** The keys that the tree has, of whatever can be seen or not. */
  private List<byte[]> stored() {
    engine.flush();
    engine.close();
    List<byte[]> keys = new ArrayList<>();
    try (TreeStore store = backend.store();
        TreeView view = store.latest();
        Cursor cursor = view.open(tree(), new byte[0], null)) {
      for (; cursor.isValid(); cursor.next()) {
        keys.add(cursor.key());
      }
    }
    engine = backend.open();
    log = new Log(engine);
    return keys;
  }

  /** Makes the store one of format 5, in which each cell has a key of its own. */
  private void makeOfBefore() {
    engine.flush();
    engine.close();
    try (TreeStore store = backend.store();
        Overlay overlay = new Overlay(store.latest())) {
      List<Runnable> changes = new ArrayList<>();
      try (Cursor cursor = overlay.open(tree(), new byte[0], null)) {
        for (; cursor.isValid(); cursor.next()) {
          byte[] key = cursor.key();
          if (CellKey.isPlace(key)) {
            StoredCell cell = StoredCell.read(key, cursor.value());
            changes.add(() -> overlay.delete(tree(), key));
            changes.add(() -> overlay.put(tree(), cell.key().encode(), cell.timeAndValue()));
          }
        }
      }
      changes.forEach(Runnable::run);
      overlay.put(TreeStore.SYSTEM, SystemRecords.FORMAT_KEY, new byte[] {5});
      store.write(overlay.changes());
      store.flush();
    }
    engine = backend.open();
    log = new Log(engine);
  }

  private void fill(int columns) {
    for (int i = 0; i < columns; i++) {
      log.at(1_000 + i).apply("row", put("one", "q" + i, "v" + i), put("three", "q", "v" + i));
    }
  }

  @Test
  void nothingIsLeftOfWhatIsWrittenOver() {
    for (int i = 0; i < 50; i++) {
      log.apply("row", put("one", "q", "v" + i), put("three", "q", "v" + i));
    }
    assertEquals(1 + 50, stored().size());
    collect(7);
    assertEquals(1 + 3, stored().size());
    assertEquals(List.of("v49"), values("one", "q"));
    log.apply("row", new Change.DeleteColumn(new Column("one", Bytes.of("q"))));
    assertEquals(3, stored().size());
  }

  @Test
  void aStoreOfBeforeIsReadAsItIs() {
    fill(20);
    String before = hash();
    List<Cell> cells = cells();
    makeOfBefore();
    assertEquals(before, hash());
    assertEquals(cells, cells());
    assertEquals(List.of("v7"), values("one", "q7"));
  }

  /** What is written over is still there, behind the place, and is not seen. */
  @Test
  void whatIsWrittenComesInFrontOfWhatWasThereBefore() {
    fill(3);
    makeOfBefore();
    log.apply("row", put("one", "q1", "new"));
    assertEquals(List.of("new"), values("one", "q1"));
    int all = stored().size();
    collect(1);
    assertEquals(all - 1, stored().size());
    assertEquals(List.of("new"), values("one", "q1"));
  }

  @Test
  void aVersionIsDeletedWhereverItIs() {
    for (boolean isOfBefore : List.of(false, true)) {
      fill(2);
      List<Cell> cells = cells();
      if (isOfBefore) {
        makeOfBefore();
      }
      Version other = new Version(9, 9, 9);
      Column column = new Column("one", Bytes.of("q1"));
      Version version =
          cells.stream()
              .filter(cell -> cell.column().equals(column))
              .map(Cell::version)
              .findFirst()
              .orElseThrow();
      log.apply("row", new Change.DeleteVersion(column, other));
      assertEquals(List.of("v1"), values("one", "q1"));
      log.apply("row", new Change.DeleteVersion(column, version));
      assertEquals(List.of(), values("one", "q1"));
    }
  }

  /** Also when the place is empty again: what is behind it does not come back. */
  @Test
  void whatIsBehindAPlaceDoesNotComeBack() {
    fill(2);
    makeOfBefore();
    log.apply("row", put("one", "q1", "new"));
    Version newest =
        cells().stream()
            .filter(cell -> cell.value().equals(Bytes.of("new")))
            .map(Cell::version)
            .findFirst()
            .orElseThrow();
    log.apply("row", new Change.DeleteVersion(new Column("one", Bytes.of("q1")), newest));
    assertEquals(List.of(), values("one", "q1"));
    collect(1);
    assertEquals(List.of(), values("one", "q1"));
  }

  @Test
  void aCollectionPutsCellsInTheirPlaces() {
    fill(20);
    makeOfBefore();
    String before = hash();
    collect(3);
    assertEquals(before, hash());
    List<byte[]> keys = stored();
    assertEquals(20, keys.stream().filter(CellKey::isPlace).count());
    assertEquals(20 + 3, keys.size(), "of three versions none has a place");
    assertEquals(before, hash());
  }

  @Test
  void hashesTellVersionsApart() {
    log.at(1_000).apply("row", put("one", "q", "v"));
    String before = cellsHash();
    log.at(1_000).apply("row", put("one", "q2", "v"));
    log.at(1_000).apply("row", new Change.DeleteColumn(new Column("one", Bytes.of("q2"))));
    assertEquals(before, cellsHash());
    log.at(1_000).apply("row", put("one", "q", "v"));
    assertNotEquals(before, cellsHash());
  }

  private String cellsHash() {
    try (Snapshot snapshot = engine.snapshot()) {
      return snapshot.hash(PARTITION, TokenRange.ALL);
    }
  }

  /** A step keeps a MiB in memory, and one value more. */
  @Test
  void aStepPutsSoManyBytesInTheirPlacesAtMost() {
    for (int i = 0; i < 8; i++) {
      log.apply("row", put("one", "q" + i, "x".repeat(400_000)));
    }
    makeOfBefore();
    assertNotNull(engine.collect(PARTITION, null, Integer.MAX_VALUE));
    assertEquals(3, stored().stream().filter(CellKey::isPlace).count());
  }

  /** Once it has been looked at, there is nothing to look for any more. */
  @Test
  void cellsInTheirPlacesAreNotCollected() {
    withFamilies(Family.of("one"));
    fillOne(20);
    makeOfBefore();
    assertNotNull(engine.collect(PARTITION, null, 1));
    collect(1);
    // Of sessions there is one record.
    Bytes sessions = engine.collect(PARTITION, null, 1);
    assertTrue(sessions == null || engine.collect(PARTITION, sessions, 1) == null);
    engine.close();
    engine = backend.open();
    assertNotNull(engine.collect(PARTITION, null, 1), "who begins anew looks once");
  }

  /** Files of another replica, which may be of an older format. */
  @Test
  void whatComesWithACheckpointIsLookedAt(@TempDir Path directory) {
    withFamilies(Family.of("one"));
    fillOne(20);
    StorageEngine first = engine;
    collect(9);
    Backend other = backend.fresh();
    backend = other;
    engine = backend.open();
    engine.createPartition(partition);
    log = new Log(engine);
    fillOne(20);
    log.apply("row", put("one", "q20", "v20"));
    makeOfBefore();
    Path exported = directory.resolve("exported");
    engine.exportCheckpoint(exported);
    engine.close();
    engine = first;
    engine.importCheckpoint(exported);
    assertEquals(List.of("v20"), values("one", "q20"));
    assertNotNull(engine.collect(PARTITION, null, 1));
  }

  private void fillOne(int columns) {
    for (int i = 0; i < columns; i++) {
      log.apply("row", put("one", "q" + i, "v" + i));
    }
  }

  @Test
  void whatExpiresOrHasVersionsIsAlwaysLookedAt() {
    for (Family family : List.of(new Family("brief", 1, 100), new Family("two", 2, 0))) {
      withFamilies(Family.of("one"), family);
      for (int i = 0; i < 20; i++) {
        log.at(1_000).apply("row", put(family.name(), "q" + i, "v" + i), put("one", "q", "v"));
      }
      collect(1);
      log.at(1_200).apply("row", put(family.name(), "q", "v"));
      log.at(1_200).apply("row", put(family.name(), "q", "v"));
      log.at(1_200).apply("row", put(family.name(), "q", "v"));
      collect(1);
      assertEquals(family.expires() ? 1 + 1 : 1 + 20 + 2, stored().size(), family.name());
    }
  }

  @Test
  void whatIsInItsPlaceExpires() {
    log.at(1_000).apply("row", put("brief", "q", "v"));
    log.at(1_099).apply("row", put("one", "q", "v"));
    assertEquals(List.of("v"), values("brief", "q"));
    log.at(1_100).apply("row", put("one", "q", "v"));
    assertEquals(List.of(), values("brief", "q"));
  }

  /** The next page may be asked of a replica that has cells elsewhere. */
  @Test
  void pagesGoOnWhereverCellsAre() {
    fill(5);
    List<Cell> all = cells();
    CellScan pages = CellScan.of(new ScanRange.Tokens(TokenRange.ALL)).versions(9).pagesOf(1);
    List<Cell> found = new ArrayList<>();
    Bytes next = null;
    for (int page = 0; page < all.size(); page++) {
      if (page % 2 == 0) {
        collect(9);
      } else {
        makeOfBefore();
      }
      try (Snapshot snapshot = engine.snapshot()) {
        CellPage got = snapshot.scan(PARTITION, next == null ? pages : pages.from(next));
        found.addAll(got.cells());
        next = got.next();
      }
    }
    assertEquals(all, found);
    assertNull(next);
  }
}
