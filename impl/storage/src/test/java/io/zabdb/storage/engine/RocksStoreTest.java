package io.zabdb.storage.engine;

import static io.zabdb.storage.engine.Log.PARTITION;
import static io.zabdb.storage.engine.Log.put;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Zxid;
import io.zabdb.model.data.Family;
import io.zabdb.model.data.ScanRange;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.rocks.RocksOptions;
import io.zabdb.storage.rocks.RocksTreeStore;
import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TreePressure;
import io.zabdb.storage.tree.TreeStore;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds of RocksDB only: its own flushes, its compactions, its files. */
class RocksStoreTest {

  private static final Partition SPEC = new Partition(PARTITION, 0, List.of(Family.of("f")));

  @TempDir Path directory;

  private Path home() {
    return directory.resolve("home");
  }

  private StorageEngine open() {
    return TreeEngine.onDisk(home(), RocksOptions.TINY);
  }

  private StorageEngine openWithPartition() {
    StorageEngine engine = open();
    engine.createPartition(SPEC);
    return engine;
  }

  private static void fill(StorageEngine engine, int rows) {
    Log log = new Log(engine);
    for (int i = 0; i < rows; i++) {
      log.apply("row" + i, put("f", "q", "x".repeat(1_000)));
    }
  }

  private static ErrorCode codeOf(Runnable action) {
    return assertThrows(ZabException.class, action::run).code();
  }

  @Test
  void whatRocksDbFlushesByItselfIsKnownToBeFlushed() {
    StorageEngine engine = openWithPartition();
    for (int i = 0; engine.flushed().length() == 0; i++) {
      assertTrue(i < 1_000, "nothing was flushed");
      fill(engine, 10);
    }
    engine.compactions().setAutomatic(false);
    engine.close();
    StorageEngine reopened = open();
    AppliedPoint applied = reopened.applied();
    assertTrue(applied.length() > 0);
    try (Snapshot snapshot = reopened.snapshot()) {
      assertNotNull(snapshot.result(PARTITION, 1, applied.length()));
      // The cells were flushed with the records, to the same entry.
      assertEquals(
          applied.zxid(),
          snapshot.scan(PARTITION, all()).cells().stream()
              .map(cell -> new Zxid(cell.version().epoch(), cell.version().counter()))
              .max(Zxid::compareTo)
              .orElseThrow());
    }
    reopened.close();
  }

  @Test
  void withoutAutomaticCompactionPressureRisesUntilSomebodyCompacts() {
    StorageEngine engine = openWithPartition();
    CompactionControl control = engine.compactions();
    control.setAutomatic(false);
    engine.dropPartition(PARTITION);
    engine.createPartition(SPEC);
    for (int i = 0; i < 6; i++) {
      fill(engine, 10);
      engine.flush();
    }
    long files = control.sample().level0Files();
    assertTrue(files >= 6, files + " files");
    assertFalse(control.sample().stopped());
    control.compact(PARTITION, TokenRange.ALL);
    control.compactRecords();
    assertEquals(0, control.sample().level0Files());
    try (Snapshot snapshot = engine.snapshot()) {
      assertEquals(10, snapshot.scan(PARTITION, all()).cells().size());
    }
    engine.close();
  }

  /** RocksDB's own estimate leaves out what lies in the last level. */
  @Test
  void thePressureIsWhatACompactionWillRead() {
    StorageEngine engine = openWithPartition();
    CompactionControl control = engine.compactions();
    control.setAutomatic(false);
    fill(engine, 200);
    engine.flush();
    control.compact(PARTITION, TokenRange.ALL);
    control.compactRecords();
    TreePressure quiet = control.sample();
    assertEquals(0, quiet.dueBytes());
    assertEquals(0, quiet.nextBytes());
    long base = engine.verify();
    // Files of level 0 span all tokens, so that all below them is read.
    fill(engine, 20);
    engine.flush();
    TreePressure soon = control.sample();
    assertEquals(0, soon.dueBytes());
    assertEquals(50, soon.nextPercent(), "one file of the two that start a compaction");
    assertTrue(soon.nextBytes() > base * 0.7, soon + " over " + base);
    fill(engine, 20);
    engine.flush();
    TreePressure due = control.sample();
    assertEquals(2, due.level0Files());
    assertEquals(engine.verify(), due.dueBytes(), engine.verify() / 10.0, due.toString());
    control.setAutomatic(true);
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (control.sample().dueBytes() > 0) {
      assertTrue(System.nanoTime() < deadline, () -> "still " + control.sample());
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
    assertEquals(0, control.sample().level0Files());
    engine.close();
  }

  @Test
  void theRateOfFlushesAndCompactionsIsLimitedWithinBounds() {
    StorageEngine engine = openWithPartition();
    CompactionControl control = engine.compactions();
    String refused = assertThrows(ZabException.class, () -> control.limitRate(-1)).problem();
    assertTrue(refused.contains("the rate limit in bytes a second"), refused);
    assertThrows(ZabException.class, () -> control.limitRate(RocksOptions.MAX_RATE + 1));
    for (long rate : new long[] {1 << 20, RocksOptions.MAX_RATE, 0}) {
      control.limitRate(rate);
      fill(engine, 10);
      engine.flush();
      assertEquals(engine.applied(), engine.flushed());
    }
    engine.close();
  }

  private static CellScan all() {
    return CellScan.of(new ScanRange.Tokens(TokenRange.ALL));
  }

  @Test
  void whatAnInterruptedImportLeftIsRemoved() throws IOException {
    StorageEngine engine = openWithPartition();
    fill(engine, 10);
    engine.flush();
    engine.close();
    Path left = Files.createDirectories(home().resolve("db-2"));
    Files.writeString(left.resolve("000001.sst"), "half of it");
    StorageEngine reopened = open();
    assertEquals(10, reopened.applied().length());
    assertFalse(reopened.isImportPending());
    assertFalse(Files.exists(left));
    reopened.close();
  }

  /** Whoever waits until a store is replaced must not look at the one of before: it is closed. */
  @Test
  void whoeverWaitsWhileAStoreIsReplacedSeesTheNewOne() throws Exception {
    StorageEngine engine = openWithPartition();
    fill(engine, 100);
    Path exported = home().resolveSibling("exported");
    engine.exportCheckpoint(exported);
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicLong looks = new AtomicLong();
    CompletableFuture<Void> looking =
        CompletableFuture.runAsync(
            () -> {
              while (!isOver.get()) {
                engine.compactions().sample();
                engine.verify();
                looks.incrementAndGet();
              }
            });
    for (int i = 0; i < 10; i++) {
      long before = looks.get();
      engine.importCheckpoint(exported);
      engine.finishImport();
      while (looks.get() == before && !looking.isDone()) {
        Thread.onSpinWait();
      }
    }
    isOver.set(true);
    looking.get(60, TimeUnit.SECONDS);
    engine.close();
  }

  @Test
  void aTreeWithoutARecordIsDropped() {
    openWithPartition().close();
    RocksTreeStore store = new RocksTreeStore(home(), RocksOptions.TINY);
    store.create("p-orphan");
    store.close();
    StorageEngine engine = open();
    engine.createPartition(new Partition("orphan", 0, SPEC.families()));
    engine.close();
  }

  @Test
  void aStoreIsOpenedOnce() {
    StorageEngine engine = open();
    assertEquals(ErrorCode.IO, codeOf(this::open));
    engine.close();
    open().close();
  }

  @Test
  void aStoreOfANewerFormatIsNotOpened() {
    open().close();
    RocksTreeStore store = new RocksTreeStore(home(), RocksOptions.TINY);
    Overlay overlay = new Overlay(store.latest());
    overlay.put(TreeStore.SYSTEM, SystemRecords.FORMAT_KEY, new byte[] {99});
    overlay.close();
    store.write(overlay.changes());
    store.flush();
    store.close();
    assertEquals(ErrorCode.CORRUPT, codeOf(this::open));
  }

  @Test
  void aStoreWhoseCurrentDatabaseIsUnclearIsNotOpened() throws IOException {
    open().close();
    Files.writeString(home().resolve("STORE"), "db-../x\n");
    assertEquals(ErrorCode.CORRUPT, codeOf(this::open));
  }

  /** A scan that meets damage must not look like one that met the end. */
  @Test
  void damageInAFileIsAnError() throws IOException {
    StorageEngine engine = openWithPartition();
    fill(engine, 100);
    engine.flush();
    engine.compactions().compact(PARTITION, TokenRange.ALL);
    assertTrue(engine.verify() > 0);
    engine.close();
    Path largest;
    try (Stream<Path> files = Files.list(home().resolve("db-1"))) {
      largest =
          files
              .filter(file -> file.toString().endsWith(".sst"))
              .max((a, b) -> Long.compare(a.toFile().length(), b.toFile().length()))
              .orElseThrow();
    }
    try (RandomAccessFile file = new RandomAccessFile(largest.toFile(), "rw")) {
      file.seek(100);
      byte[] garbage = new byte[200];
      Arrays.fill(garbage, (byte) 0x55);
      file.write(garbage);
    }
    StorageEngine reopened = open();
    assertEquals(ErrorCode.CORRUPT, codeOf(reopened::verify));
    try (Snapshot snapshot = reopened.snapshot()) {
      assertEquals(ErrorCode.CORRUPT, codeOf(() -> snapshot.scan(PARTITION, all())));
    }
    reopened.close();
  }

  @Test
  void aRateLimitedStoreWorks() {
    StorageEngine engine = TreeEngine.onDisk(home(), RocksOptions.DEFAULT.withRateLimit(64L << 20));
    engine.createPartition(SPEC);
    fill(engine, 10);
    engine.flush();
    assertEquals(10, engine.flushed().length());
    engine.close();
  }

  @Test
  void optionsAreChecked() {
    assertEquals(ErrorCode.INVALID_ARGUMENT, codeOf(() -> RocksOptions.TINY.withRateLimit(-1)));
  }

  @Test
  void manyFilesArePartsOfOneExport() throws IOException {
    StorageEngine engine = openWithPartition();
    fill(engine, 200);
    Path exported = directory.resolve("exported");
    try (Snapshot snapshot = engine.snapshot()) {
      engine.exportPartition(snapshot, PARTITION, exported);
    }
    try (Stream<Path> files = Files.list(exported)) {
      assertTrue(files.filter(file -> file.toString().endsWith(".sst")).count() > 3);
    }
    engine.importPartition(exported, "copy", 1);
    List<String> hashes = new ArrayList<>();
    try (Snapshot snapshot = engine.snapshot()) {
      hashes.add(snapshot.hash(PARTITION, TokenRange.ALL));
      hashes.add(snapshot.hash("copy", TokenRange.ALL));
    }
    assertEquals(hashes.get(0), hashes.get(1));
    engine.close();
  }
}
