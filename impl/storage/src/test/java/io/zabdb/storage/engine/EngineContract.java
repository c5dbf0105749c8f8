package io.zabdb.storage.engine;

import static io.zabdb.storage.engine.Log.PARTITION;
import static io.zabdb.storage.engine.Log.mutation;
import static io.zabdb.storage.engine.Log.put;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Condition;
import io.zabdb.model.data.Family;
import io.zabdb.model.data.ScanRange;
import io.zabdb.model.data.Version;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.Token;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Action.Batch;
import io.zabdb.storage.command.Action.CheckAndMutate;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.command.CommandCodec;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.tree.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every engine promises. */
abstract class EngineContract {

  private static final Bytes ROW = Bytes.of("row");
  private static final Bytes Q = Bytes.of("q");

  /** "one" keeps one version, "three" three, "brief" ten for 100 ms. */
  private static final Partition SPEC =
      new Partition(PARTITION, 0, List.of(Family.of("one"), new Family("three", 3, 0), brief()));

  @TempDir Path directory;

  private Backend backend;
  private StorageEngine engine;
  private Log log;

  abstract Backend backend();

  private static Family brief() {
    return new Family("brief", 10, 100);
  }

  @BeforeEach
  void open() {
    backend = backend();
    engine = backend.open();
    engine.createPartition(SPEC);
    log = new Log(engine);
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private void crash() {
    engine.close();
    engine = backend.open();
    log = new Log(engine);
  }

  private List<String> values(String family) {
    return values(engine, PARTITION, family);
  }

  /** The values of the row's column q, the newest first. */
  private static List<String> values(StorageEngine engine, String partition, String family) {
    try (Snapshot snapshot = engine.snapshot()) {
      return snapshot.get(partition, ROW, family, Q, Integer.MAX_VALUE).stream()
          .map(cell -> cell.value().toString())
          .toList();
    }
  }

  private List<Cell> scan(CellScan scan) {
    try (Snapshot snapshot = engine.snapshot()) {
      return RandomRun.scanAll(snapshot, PARTITION, scan);
    }
  }

  private String hash() {
    try (Snapshot snapshot = engine.snapshot()) {
      return snapshot.hash();
    }
  }

  private static void refused(ErrorCode code, Result result) {
    assertEquals(code, assertInstanceOf(Result.Refused.class, result).code());
  }

  private static void fails(ErrorCode code, Runnable action) {
    assertEquals(code, assertThrows(ZabException.class, action::run).code());
  }

  // Versions

  @Test
  void aFamilyKeepsItsNewestVersions() {
    for (int i = 1; i <= 5; i++) {
      log.apply("row", put("one", "q", "a" + i), put("three", "q", "b" + i));
    }
    assertEquals(List.of("a5"), values("one"));
    assertEquals(List.of("b5", "b4", "b3"), values("three"));
  }

  @Test
  void aCellSaysWhenItWasWritten() {
    Result result = log.at(77).apply("row", put("one", "q", "v"));
    Version version = new Version(0, 1, 1);
    assertEquals(new Result.Done(version), result);
    assertEquals(
        List.of(new Cell(ROW, new Column("one", Q), version, 77, Bytes.of("v"))),
        scan(CellScan.of(new ScanRange.Row(ROW))));
  }

  @Test
  void changesOfACommandAreMadeInTheirOrder() {
    log.apply("row", put("three", "q", "first"), put("three", "q", "second"));
    assertEquals(List.of("second"), values("three"));
    log.apply("row", put("three", "q", "third"), new Change.DeleteRow(), put("one", "q", "last"));
    assertEquals(List.of(), values("three"));
    assertEquals(List.of("last"), values("one"));
  }

  // Expiry

  @Test
  void cellsExpireByReplicatedTime() {
    log.at(1_000).apply("row", put("brief", "q", "old"));
    log.at(1_050).apply("row", put("brief", "q", "new"));
    log.at(1_099).apply("other", put("one", "q", "v"));
    assertEquals(List.of("new", "old"), values("brief"));
    log.at(1_100).apply("other", put("one", "q", "v"));
    assertEquals(List.of("new"), values("brief"));
    log.at(1_150).apply("other", put("one", "q", "v"));
    assertEquals(List.of(), values("brief"));
  }

  @Test
  void whatHasExpiredStaysSoThoughANewLeadersClockIsBehind() {
    log.at(1_000).apply("row", put("brief", "q", "v"));
    log.at(1_100).apply("other", put("one", "q", "v"));
    log.at(500).apply("other", put("one", "q", "v"));
    assertEquals(List.of(), values("brief"));
    assertEquals(1_100, engine.applied().time());
    log.at(500).apply("row", put("brief", "q", "w"));
    log.at(1_199).apply("other", put("one", "q", "v"));
    assertEquals(List.of("w"), values("brief"));
  }

  @Test
  void anExpiredCellIsAbsentToACheck() {
    log.at(1_000).apply("row", put("brief", "q", "v"));
    Condition absent = new Condition.Absent(new Column("brief", Q));
    CheckAndMutate create =
        new CheckAndMutate(List.of(absent), mutation("row", put("brief", "q", "w")));
    assertInstanceOf(Result.NotDone.class, log.at(1_099).apply(create));
    assertInstanceOf(Result.Done.class, log.at(1_100).apply(create));
  }

  // Deletes

  @Test
  void aDeletedVersionUncoversOnlyWhatCouldBeSeen() {
    for (int i = 1; i <= 5; i++) {
      log.apply("row", put("three", "q", "v" + i));
    }
    Version newest = new Version(0, 1, 5);
    log.apply("row", new Change.DeleteVersion(new Column("three", Q), newest));
    // v2 and v1 had gone, whether or not anybody had collected them.
    assertEquals(List.of("v4", "v3"), values("three"));
  }

  @Test
  void deletesHaveTheirScope() {
    Change[] cells = {
      put("one", "q", "v"), put("one", "q2", "v"), put("one", "", "v"), put("three", "q", "v")
    };
    List<List<String>> left = new ArrayList<>();
    for (Change delete :
        List.of(
            new Change.DeleteColumn(new Column("one", Q)),
            new Change.DeleteColumn(new Column("one", Bytes.EMPTY)),
            new Change.DeleteFamily("one"),
            new Change.DeleteRow())) {
      log.apply("row", cells);
      log.apply("row", delete);
      left.add(
          scan(CellScan.of(new ScanRange.Row(ROW))).stream()
              .map(cell -> cell.column().toString())
              .toList());
    }
    assertEquals(
        List.of(
            List.of("one:", "one:q2", "three:q"),
            List.of("one:q", "one:q2", "three:q"),
            List.of("three:q"),
            List.of()),
        left);
  }

  @Test
  void aDeleteNeedsNoGracePeriod() {
    log.apply("row", put("three", "q", "old"));
    log.apply("row", new Change.DeleteColumn(new Column("three", Q)));
    log.apply("row", put("three", "q", "new"));
    assertEquals(List.of("new"), values("three"));
  }

  @Test
  void aLongRowIsDeletedAtOnce() {
    for (int i = 0; i < 5; i++) {
      int first = i * 100;
      log.apply(
          "row",
          IntStream.range(first, first + 100)
              .mapToObj(n -> put("one", "q" + n, "v"))
              .toArray(Change[]::new));
    }
    engine.flush();
    log.apply("row", new Change.DeleteRow(), put("one", "q7", "kept"));
    assertEquals(1, scan(CellScan.of(new ScanRange.Row(ROW))).size());
  }

  // Condition and mutate

  @Test
  void checksLookAtTheNewestCell() {
    Condition absent = new Condition.Absent(new Column("one", Q));
    Condition present = new Condition.Present(new Column("one", Q));
    assertTrue(holds(absent));
    assertFalse(holds(present));
    log.apply("row", put("one", "q", "old"));
    Result written = log.apply("row", put("one", "q", "v"));
    Version version = ((Result.Done) written).version();
    assertFalse(holds(absent));
    assertTrue(holds(present));
    assertTrue(holds(new Condition.HasValue(new Column("one", Q), Bytes.of("v"))));
    assertFalse(holds(new Condition.HasValue(new Column("one", Q), Bytes.of("old"))));
    assertTrue(holds(new Condition.HasVersion(new Column("one", Q), version)));
    assertFalse(holds(new Condition.HasVersion(new Column("one", Q), new Version(0, 1, 1))));
  }

  private boolean holds(Condition... checks) {
    Result result =
        log.apply(new CheckAndMutate(List.of(checks), mutation("row", put("three", "q", "x"))));
    boolean done = result instanceof Result.Done;
    assertEquals(done ? List.of("x") : List.of(), values("three"));
    log.apply("row", new Change.DeleteFamily("three"));
    return done;
  }

  @Test
  void allChecksMustHold() {
    assertFalse(
        holds(
            new Condition.Absent(new Column("one", Q)),
            new Condition.Present(new Column("one", Q))));
    assertFalse(
        holds(
            new Condition.Present(new Column("one", Q)),
            new Condition.Absent(new Column("one", Q))));
    assertTrue(
        holds(
            new Condition.Absent(new Column("one", Q)),
            new Condition.Absent(new Column("three", Q))));
  }

  // Batches, and what cannot be done

  @Test
  void aBatchIsMadeInFullOrNotAtAll() {
    log.apply(
        new Batch(
            List.of(mutation("row", put("one", "q", "a")), mutation("b", put("one", "q", "b")))));
    assertEquals(2, scan(CellScan.of(new ScanRange.Tokens(TokenRange.ALL))).size());
    Result result =
        log.apply(
            new Batch(
                List.of(
                    mutation("row", put("one", "q", "c")), mutation("b", put("no", "q", "d")))));
    refused(ErrorCode.NOT_FOUND, result);
    assertEquals(List.of("a"), values("one"));
  }

  @Test
  void whatCannotBeDoneIsAnAnswerAndCounts() {
    Condition unknown = new Condition.Absent(new Column("no", Q));
    refused(
        ErrorCode.NOT_FOUND,
        log.apply(
            new CheckAndMutate(
                List.of(new Condition.Present(new Column("one", Q)), unknown),
                mutation("row", put("one", "q", "v")))));
    refused(ErrorCode.INVALID_ARGUMENT, applyRaw(2, 1, new byte[] {1, 2, 3}));
    Command elsewhere =
        new Command("elsewhere", 9, new Action.Mutate(mutation("row", put("one", "q", "v"))));
    refused(ErrorCode.NOT_FOUND, applyRaw(3, 1, CommandCodec.encode(elsewhere)));
    assertEquals(new Result.Nothing(), applyRaw(4, 1, new byte[0]));
    assertEquals(new AppliedPoint(4, new Zxid(1, 4), 0), engine.applied());
    try (Snapshot snapshot = engine.snapshot()) {
      refused(ErrorCode.NOT_FOUND, snapshot.result(PARTITION, 1, 1));
      // What was run in no partition leaves nothing behind.
      for (long session = 2; session <= 4; session++) {
        assertNull(snapshot.result(PARTITION, session, 1));
      }
    }
  }

  private Result applyRaw(long session, long seq, byte[] payload) {
    long counter = engine.applied().zxid().counter() + 1;
    return engine.apply(List.of(new Entry(1, counter, session, seq, payload))).get(0);
  }

  @Test
  void entriesMustComeInTheirOrder() {
    log.apply("row", put("one", "q", "v"));
    Entry next = new Entry(1, 2, 1, 2, new byte[0]);
    assertThrows(IllegalArgumentException.class, () -> engine.apply(List.of(next, next)));
    assertEquals(1, engine.applied().length());
    engine.apply(List.of(next));
    assertThrows(IllegalArgumentException.class, () -> engine.apply(List.of(next)));
    engine.apply(List.of(new Entry(2, 1, 1, 3, new byte[0])));
    assertEquals(new Zxid(2, 1), engine.applied().zxid());
  }

  // Sessions

  @Test
  void aBatchThatFailsLeavesNoTraceOfItsSessions() {
    byte[] payload =
        CommandCodec.encode(
            new Command(PARTITION, 0, new Action.Mutate(mutation("row", put("one", "q", "v")))));
    Entry good = new Entry(1, 1, 7, 1, payload);
    assertThrows(IllegalArgumentException.class, () -> engine.apply(List.of(good, good)));
    engine.apply(List.of(good));
    assertEquals(List.of("v"), values("one"));
    try (Snapshot snapshot = engine.snapshot()) {
      assertInstanceOf(Result.Done.class, snapshot.result(PARTITION, 7, 1));
    }
  }

  @Test
  void sessionsAreThoseOfTheStateThatWasImported() throws IOException {
    byte[] payload =
        CommandCodec.encode(
            new Command(PARTITION, 0, new Action.Mutate(mutation("row", put("one", "q", "v")))));
    applyRaw(7, 1, payload);
    Path exported = directory.resolve("exported");
    engine.exportCheckpoint(exported);
    applyRaw(7, 2, payload);
    engine.importCheckpoint(exported);
    engine.finishImport();
    log.apply("row", put("one", "q", "other"));
    assertInstanceOf(Result.Done.class, applyRaw(7, 2, payload));
    assertEquals(List.of("v"), values("one"));
  }

  @Test
  void aRequestMadeAgainGetsItsFirstAnswerAndIsNotRunAgain() {
    CheckAndMutate create =
        new CheckAndMutate(
            List.of(new Condition.Absent(new Column("one", Q))),
            mutation("row", put("one", "q", "v")));
    byte[] payload = CommandCodec.encode(new Command(PARTITION, 0, create));
    Result first = applyRaw(7, 3, payload);
    assertInstanceOf(Result.Done.class, first);
    assertEquals(first, applyRaw(7, 3, payload));
    assertInstanceOf(Result.NotDone.class, applyRaw(8, 1, payload));
    refused(ErrorCode.STALE, applyRaw(7, 2, payload));
    try (Snapshot snapshot = engine.snapshot()) {
      assertEquals(first, snapshot.result(PARTITION, 7, 3));
      assertNull(snapshot.result(PARTITION, 7, 2));
      assertNull(snapshot.result(PARTITION, 9, 1));
    }
  }

  // Scans

  private void fill(int rows) {
    for (int i = 0; i < rows; i++) {
      for (int version = 0; version < 4; version++) {
        log.apply(
            "row" + i, put("three", "a", "x"), put("three", "", "yy"), put("one", "a", "zzz"));
      }
    }
  }

  @Test
  void rowsComeInTheOrderOfTheirTokens() {
    fill(30);
    List<Long> tokens =
        scan(CellScan.of(new ScanRange.Tokens(TokenRange.ALL))).stream()
            .map(cell -> Token.of(cell.row().array()))
            .distinct()
            .toList();
    assertEquals(30, tokens.size());
    assertEquals(tokens.stream().sorted().toList(), tokens);
    TokenRange middle = new TokenRange(tokens.get(9), tokens.get(19));
    List<Long> inside =
        scan(CellScan.of(new ScanRange.Tokens(middle))).stream()
            .map(cell -> Token.of(cell.row().array()))
            .distinct()
            .toList();
    assertEquals(tokens.subList(10, 20), inside);
  }

  @Test
  void pagesTogetherAreTheScan() {
    fill(6);
    CellScan scan = CellScan.of(new ScanRange.Tokens(TokenRange.ALL)).versions(2);
    List<Cell> all = scan(scan);
    assertEquals(6 * 5, all.size());
    for (int size = 1; size <= all.size() + 1; size++) {
      assertEquals(all, scan(scan.pagesOf(size)), "pages of " + size);
    }
    for (long bytes : new long[] {1, 2, 3, 7, 1_000}) {
      assertEquals(all, scan(scan.pagesOfBytes(bytes)), "pages of " + bytes + " bytes");
    }
  }

  @Test
  void aPageBehindNewerVersionsRepeatsAndInventsNothing() {
    for (int i = 1; i <= 3; i++) {
      log.apply("row", put("three", "q", "v" + i));
    }
    CellScan scan = CellScan.of(new ScanRange.Row(ROW)).versions(3).pagesOf(1);
    CellPage first;
    try (Snapshot snapshot = engine.snapshot()) {
      first = snapshot.scan(PARTITION, scan);
    }
    log.apply("row", put("three", "q", "v4"));
    // v4, v3, v2 can be seen now, and v3 has been given.
    assertEquals(
        List.of("v2"),
        scan(scan.from(first.next())).stream().map(cell -> cell.value().toString()).toList());
  }

  @Test
  void columnsAreScannedFromOneQualifierToAnother() {
    log.apply(
        "row",
        Stream.of("", "a", "aa", "b", "c").map(q -> put("three", q, "v")).toArray(Change[]::new));
    log.apply("row", put("one", "b", "v"), put("brief", "b", "v"));
    assertEquals(List.of("a", "aa"), qualifiers("a", "b"));
    assertEquals(List.of("", "a", "aa"), qualifiers("", "b"));
    assertEquals(List.of("b", "c"), qualifiers("b", null));
    assertEquals(List.of(), qualifiers("b", "b"));
  }

  private List<String> qualifiers(String from, String to) {
    ScanRange columns =
        new ScanRange.Columns(ROW, "three", Bytes.of(from), to == null ? null : Bytes.of(to));
    return scan(CellScan.of(columns)).stream()
        .map(cell -> cell.column().qualifier().toString())
        .toList();
  }

  @Test
  void aTokenOfAnotherScanIsRefused() {
    fill(2);
    try (Snapshot snapshot = engine.snapshot()) {
      CellScan ofRow = CellScan.of(new ScanRange.Row(Bytes.of("row0"))).pagesOf(1);
      Bytes token = snapshot.scan(PARTITION, ofRow).next();
      CellScan ofOther = CellScan.of(new ScanRange.Row(Bytes.of("row1")));
      for (Bytes bad : List.of(token, Bytes.EMPTY, Bytes.of("x"), Bytes.wrap(new byte[] {1, 2}))) {
        fails(ErrorCode.INVALID_ARGUMENT, () -> snapshot.scan(PARTITION, ofOther.from(bad)));
      }
    }
  }

  @Test
  void aSnapshotDoesNotChange() {
    fill(3);
    try (Snapshot snapshot = engine.snapshot()) {
      String before = snapshot.hash();
      long length = snapshot.length();
      fill(4);
      engine.flush();
      engine.createPartition(new Partition("later", 0, SPEC.families()));
      engine.dropPartition(PARTITION);
      assertEquals(before, snapshot.hash());
      assertEquals(length, snapshot.length());
      assertEquals(List.of(SPEC), snapshot.partitions());
    }
  }

  @Test
  void anEngineOutlivesItsSnapshots() {
    try (Snapshot snapshot = engine.snapshot()) {
      assertThrows(IllegalStateException.class, engine::close);
      assertEquals(0, snapshot.length());
    }
    engine.close();
    assertThrows(IllegalStateException.class, engine::snapshot);
    engine = backend.open();
  }

  @Test
  void unknownNamesAreErrors() {
    try (Snapshot snapshot = engine.snapshot()) {
      fails(ErrorCode.NOT_FOUND, () -> snapshot.get("no", ROW, "one", Q, 1));
      fails(ErrorCode.NOT_FOUND, () -> snapshot.get(PARTITION, ROW, "no", Q, 1));
    }
    fails(ErrorCode.NOT_FOUND, () -> engine.dropPartition("no"));
    fails(ErrorCode.NOT_FOUND, () -> engine.size("no", TokenRange.ALL));
    fails(ErrorCode.NOT_FOUND, () -> engine.compactions().compact("no", TokenRange.ALL));
  }

  // Flushes and crashes

  @Test
  void aCrashTakesTheStateBackToTheLastFlush() {
    log.apply("row", put("one", "q", "flushed"));
    engine.flush();
    String flushed = hash();
    AppliedPoint point = engine.applied();
    log.apply("row", put("one", "q", "lost"));
    assertEquals(point, engine.flushed());
    crash();
    assertEquals(point, engine.applied());
    assertEquals(flushed, hash());
  }

  @Test
  void partitionsSurviveACrash() {
    log.apply("row", put("one", "q", "v"));
    engine.createPartition(new Partition("other", 0, SPEC.families()));
    assertEquals(1, engine.flushed().length());
    log.apply("row", put("one", "q", "w"));
    engine.dropPartition("other");
    assertEquals(2, engine.flushed().length());
    crash();
    assertEquals(List.of("w"), values("one"));
    try (Snapshot snapshot = engine.snapshot()) {
      assertEquals(List.of(SPEC), snapshot.partitions());
    }
  }

  @Test
  void aPartitionIsCreatedAgainOnlyAsItIs() {
    log.apply("row", put("one", "q", "v"));
    engine.createPartition(SPEC);
    assertEquals(List.of("v"), values("one"));
    Partition different = new Partition(PARTITION, 1, SPEC.families());
    fails(ErrorCode.ALREADY_EXISTS, () -> engine.createPartition(different));
  }

  @Test
  void aDroppedPartitionLeavesNothingBehind() {
    log.apply("row", put("one", "q", "v"));
    engine.dropPartition(PARTITION);
    engine.createPartition(SPEC);
    assertEquals(List.of(), values("one"));
    try (Snapshot snapshot = engine.snapshot()) {
      assertNull(snapshot.result(PARTITION, 1, 1));
    }
  }

  // Garbage

  @Test
  void collectingGarbageIsNotSeen() {
    log.at(1_000);
    fill(20);
    for (int i = 0; i < 20; i++) {
      log.at(2_000 + 20 * i).apply("row", put("brief", "q" + i, "v"), put("brief", "q", "v"));
    }
    String before = hash();
    int steps = 0;
    Bytes from = null;
    do {
      from = engine.collect(PARTITION, from, 7);
      steps++;
    } while (from != null);
    assertTrue(steps > 10, steps + " steps");
    assertEquals(before, hash());
    assertNull(engine.collect(PARTITION, null, Integer.MAX_VALUE));
    assertEquals(before, hash());
  }

  @Test
  void collectedGarbageIsGone() {
    for (int i = 0; i < 200; i++) {
      log.apply("row", put("three", "q", "x".repeat(1_000)));
    }
    engine.flush();
    long before = engine.size(PARTITION, TokenRange.ALL);
    engine.collect(PARTITION, null, Integer.MAX_VALUE);
    engine.flush();
    engine.compactions().compact(PARTITION, TokenRange.ALL);
    long after = engine.size(PARTITION, TokenRange.ALL);
    assertTrue(after < before / 2, "from " + before + " to " + after);
    assertEquals(3, values("three").size());
  }

  // Hashes

  @Test
  void equalStatesHaveEqualHashesWhateverTheirFiles() {
    fill(10);
    StorageEngine other = new MemoryBackend().open();
    other.createPartition(SPEC);
    StorageEngine first = engine;
    Log copy = new Log(other);
    engine.flush();
    engine.collect(PARTITION, null, Integer.MAX_VALUE);
    engine.compactions().compact(PARTITION, TokenRange.ALL);
    log = copy;
    engine = other;
    fill(10);
    String expected = hash();
    log = new Log(first);
    engine = first;
    assertEquals(expected, hash());
    other.close();
  }

  @Test
  void everyDifferenceShowsInTheHash() {
    fill(2);
    List<String> hashes = new ArrayList<>(List.of(hash()));
    log.apply("row", put("one", "q", "v"));
    hashes.add(hash());
    applyRaw(99, 1, new byte[0]);
    hashes.add(hash());
    engine.createPartition(new Partition("other", 0, SPEC.families()));
    hashes.add(hash());
    assertEquals(hashes.size(), hashes.stream().distinct().count());
    try (Snapshot snapshot = engine.snapshot()) {
      long token = Token.of(ROW.array());
      TokenRange below = new TokenRange(Token.MIN, token - 1);
      TokenRange with = new TokenRange(Token.MIN, token);
      assertNotEquals(snapshot.hash(PARTITION, below), snapshot.hash(PARTITION, with));
    }
  }

  // Checkpoints

  @Test
  void aCheckpointIsTheStateAndSurvivesACrash() throws IOException {
    fill(10);
    String expected = hash();
    AppliedPoint point = engine.applied();
    Path exported = directory.resolve("out").resolve("checkpoint");
    engine.exportCheckpoint(exported);
    assertEquals(point, engine.flushed());
    log.apply("row", put("one", "q", "later"));

    Backend otherBackend = backend.fresh();
    StorageEngine other = otherBackend.open();
    other.createPartition(new Partition("replaced", 0, SPEC.families()));
    other.importCheckpoint(exported);
    assertTrue(other.isImportPending());
    deleteAll(exported);
    other.close();
    other = otherBackend.open();
    assertTrue(other.isImportPending());
    other.finishImport();
    assertFalse(other.isImportPending());
    assertEquals(point, other.applied());
    try (Snapshot snapshot = other.snapshot()) {
      assertEquals(expected, snapshot.hash());
      assertEquals(List.of(SPEC), snapshot.partitions());
    }
    new Log(other).apply("row", put("one", "q", "written"));
    assertEquals(List.of("written"), values(other, PARTITION, "one"));
    other.close();
    other = otherBackend.open();
    assertFalse(other.isImportPending());
    other.close();
    assertEquals(List.of("later"), values("one"));
  }

  private static Result write(Log log, long number) {
    return log.apply("r" + number % 50, put("one", "q", "v" + number));
  }

  /** Another store imports it, and is as one that applied so many of the same entries. */
  private void assertIsAState(Checkpoint state, Path exported, StorageEngine same) {
    Log log = new Log(same);
    while (same.applied().length() < state.length()) {
      assertInstanceOf(Result.Done.class, write(log, same.applied().length()));
    }
    try (StorageEngine other = backend.fresh().open()) {
      other.importCheckpoint(exported);
      try (Snapshot copy = other.snapshot();
          Snapshot expected = same.snapshot()) {
        assertEquals(expected.applied(), copy.applied());
        assertEquals(expected.length(), state.length());
        assertEquals(expected.zxid(), state.zxid());
        assertEquals(expected.hash(), copy.hash());
      }
    }
  }

  @Test
  void aCheckpointTakenBesideUpdatesIsTheStateThatItReturns() throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    Thread writer =
        new Thread(
            () -> {
              for (int i = 0; !done.get(); i++) {
                write(log, i);
              }
            });
    List<Checkpoint> states = new ArrayList<>();
    writer.start();
    try {
      for (int i = 0; i < 20; i++) {
        long before = engine.applied().length();
        states.add(engine.exportCheckpoint(directory.resolve("checkpoint-" + i)));
        assertTrue(states.get(i).length() >= before, states.get(i).length() + " of " + before);
      }
      engine.flush();
    } finally {
      done.set(true);
      writer.join();
    }
    try (StorageEngine same = backend.fresh().open()) {
      same.createPartition(SPEC);
      for (int i = 0; i < states.size(); i++) {
        assertIsAState(states.get(i), directory.resolve("checkpoint-" + i), same);
      }
    }
  }

  private static void deleteAll(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @Test
  void aDamagedCheckpointChangesNothing() throws IOException {
    fill(10);
    Path exported = directory.resolve("checkpoint");
    engine.exportCheckpoint(exported);
    log.apply("row", put("one", "q", "v"));
    String expected = hash();
    List<Path> files;
    try (Stream<Path> all = Files.list(exported)) {
      files = all.filter(file -> file.toFile().length() > 0).sorted().toList();
    }
    for (Path file : files) {
      byte[] content = Files.readAllBytes(file);
      content[content.length / 2] ^= 1;
      replace(file, content);
      fails(ErrorCode.CORRUPT, () -> engine.importCheckpoint(exported));
      content[content.length / 2] ^= 1;
      replace(file, content);
      Path away = directory.resolve("away");
      Files.move(file, away);
      fails(ErrorCode.CORRUPT, () -> engine.importCheckpoint(exported));
      Files.move(away, file);
    }
    Files.writeString(exported.resolve("stranger"), "x");
    fails(ErrorCode.CORRUPT, () -> engine.importCheckpoint(exported));
    assertEquals(expected, hash());
    assertFalse(engine.isImportPending());
  }

  /** As a new file: the old one may be linked to the store's own. */
  private static void replace(Path file, byte[] content) throws IOException {
    Files.delete(file);
    Files.write(file, content);
  }

  @Test
  void noSnapshotMayBeOpenDuringAnImport() {
    Path exported = directory.resolve("checkpoint");
    engine.exportCheckpoint(exported);
    try (Snapshot snapshot = engine.snapshot()) {
      assertThrows(IllegalStateException.class, () -> engine.importCheckpoint(exported));
      assertEquals(0, snapshot.length());
    }
    engine.importCheckpoint(exported);
  }

  // Partitions that move

  @Test
  void aPartitionMovesWithItsCellsAndAnswers() {
    log.at(1_000);
    fill(10);
    Result answer = log.at(5_000).apply("row", put("three", "q", "before"));
    long seq = engine.applied().length();
    Path exported = directory.resolve("partition");
    try (Snapshot snapshot = engine.snapshot()) {
      log.apply("row", put("three", "q", "not exported"));
      engine.exportPartition(snapshot, PARTITION, exported);
    }
    Backend otherBackend = backend.fresh();
    StorageEngine other = otherBackend.open();
    other.importPartition(exported, "moved", 1);
    fails(ErrorCode.ALREADY_EXISTS, () -> other.importPartition(exported, "moved", 2));
    fails(ErrorCode.INVALID_ARGUMENT, () -> other.importPartition(exported, "again", 0));
    other.close();

    StorageEngine destination = otherBackend.open();
    assertEquals(5_000, destination.applied().time());
    assertEquals(List.of("before"), values(destination, "moved", "three"));
    try (Snapshot snapshot = destination.snapshot()) {
      assertEquals(answer, snapshot.result("moved", 1, seq));
    }
    // A zxid that is lower than all that came along, yet a newer version.
    Command write =
        new Command("moved", 6_000, new Action.Mutate(mutation("row", put("three", "q", "after"))));
    Result result =
        destination.apply(List.of(new Entry(1, 1, 2, 1, CommandCodec.encode(write)))).get(0);
    assertEquals(new Result.Done(new Version(1, 1, 1)), result);
    assertEquals(List.of("after", "before"), values(destination, "moved", "three"));
    destination.close();
  }

  @Test
  void anEmptyPartitionMovesToo() {
    Path exported = directory.resolve("partition");
    try (Snapshot snapshot = engine.snapshot()) {
      engine.exportPartition(snapshot, PARTITION, exported);
    }
    engine.importPartition(exported, "copy", 1);
    assertEquals(List.of(), values(engine, "copy", "one"));
  }

  @Test
  void aDamagedPartitionIsNotImported() throws IOException {
    fill(3);
    Path exported = directory.resolve("partition");
    try (Snapshot snapshot = engine.snapshot()) {
      engine.exportPartition(snapshot, PARTITION, exported);
    }
    Path checkpoint = directory.resolve("checkpoint");
    engine.exportCheckpoint(checkpoint);
    fails(ErrorCode.CORRUPT, () -> engine.importPartition(checkpoint, "copy", 1));
    fails(ErrorCode.CORRUPT, () -> engine.importCheckpoint(exported));
    Path manifest = exported.resolve(Manifest.NAME);
    Files.writeString(manifest, Files.readString(manifest).replace("sum ", "sum 0"));
    fails(ErrorCode.CORRUPT, () -> engine.importPartition(exported, "copy", 1));
    Files.delete(manifest);
    fails(ErrorCode.CORRUPT, () -> engine.importPartition(exported, "copy", 1));
  }
}
