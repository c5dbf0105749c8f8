package io.zabdb.storage.engine;

import static io.zabdb.storage.engine.Log.mutation;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Entry;
import io.zabdb.core.session.Retention;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Family;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.data.ScanRange;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.Token;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.shard.Birth;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.ShardCommand;
import io.zabdb.shard.ShardLimits;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.command.CommandCodec;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.command.Structure;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.tree.Cursor;
import io.zabdb.storage.tree.TreeStore;
import io.zabdb.storage.tree.TreeView;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every engine makes of splits and merges. */
abstract class ShardingContract extends LogContract {

  private static final Birth SELF = new Birth(1, 2);
  private static final List<Family> FAMILIES = List.of(new Family("f", 3, 1_000));
  private static final String[] ROWS = {"a", "b", "c", "d", "e", "g", "h", "i"};
  private static final PartitionId WHOLE = new PartitionId("whole", TokenRange.ALL);
  private static final PartitionId LEFT =
      new PartitionId("left", new TokenRange(Token.MIN, Token.of(bytes("a"))));
  private static final PartitionId RIGHT =
      new PartitionId("right", new TokenRange(Token.of(bytes("a")), Long.MAX_VALUE));
  private static final String IN_RIGHT = inRight();

  @TempDir Path directory;

  private long time = 10;

  private static byte[] bytes(String row) {
    return Bytes.of(row).array();
  }

  private static String inRight() {
    for (String row : ROWS) {
      if (RIGHT.contains(List.of(Token.of(bytes(row))))) {
        return row;
      }
    }
    throw new AssertionError("no row is right of the first");
  }

  @BeforeEach
  void found() {
    took(new Structure(ShardCommand.found(SELF, List.of(WHOLE)), FAMILIES));
  }

  private static Structure sharding(CommandKind kind, PartitionId... into) {
    return Structure.of(ShardCommand.shard(kind, List.of(into)));
  }

  private void become(PartitionId... into) {
    took(sharding(CommandKind.BEGIN_SHARDING, into));
    took(sharding(CommandKind.COMMIT_SHARDING, into));
  }

  private Entry entry(long session, long seq, String partition, Action action) {
    return entry(session, seq, partition, action, Retention.FOREVER);
  }

  private Entry entry(long session, long seq, String partition, Action action, Retention kept) {
    Command command = new Command(partition, time, time, kept, action);
    return new Entry(1, log.size() + 1L, session, seq, CommandCodec.encode(command));
  }

  private Result put(long session, long seq, String partition, String row, String value) {
    return apply(
        entry(session, seq, partition, new Action.Mutate(mutation(row, Log.put("f", "q", value)))));
  }

  private List<String> values(String partition, String row) {
    try (Snapshot snapshot = engine.snapshot()) {
      return snapshot.get(partition, Bytes.of(row), "f", Bytes.of("q"), 10).stream()
          .map(cell -> cell.value().toString())
          .toList();
    }
  }

  private static List<Cell> cells(StorageEngine of, String partition) {
    return cells(of, partition, TokenRange.ALL);
  }

  private static List<Cell> cells(StorageEngine of, String partition, TokenRange range) {
    try (Snapshot snapshot = of.snapshot()) {
      return snapshot
          .scan(partition, CellScan.of(new ScanRange.Tokens(range)).versions(10))
          .cells();
    }
  }

  private List<String> partitions() {
    try (Snapshot snapshot = engine.snapshot()) {
      return snapshot.partitions().stream().map(Partition::name).toList();
    }
  }

  private static String hash(StorageEngine engine) {
    try (Snapshot snapshot = engine.snapshot()) {
      return snapshot.hash();
    }
  }

  private void assertRebuilt() {
    try (StorageEngine other = backend.fresh().open()) {
      log.forEach(entry -> other.apply(List.of(entry)));
      assertEquals(hash(engine), hash(other));
    }
  }

  // Splits

  @Test
  void aSplitPartitionIsTwo() {
    Result first = put(7, 1, "whole", "a", "1");
    Result second = put(7, 2, "whole", IN_RIGHT, "2");
    List<Cell> before = cells(engine, "whole");
    took(sharding(CommandKind.BEGIN_SHARDING, LEFT, RIGHT));
    assertEquals(List.of("whole"), partitions());
    put(8, 1, "whole", "a", "meanwhile");
    took(sharding(CommandKind.COMMIT_SHARDING, LEFT, RIGHT));
    assertEquals(List.of("left", "right"), partitions());
    assertEquals(List.of("meanwhile", "1"), values("left", "a"));
    assertEquals(List.of("2"), values("right", IN_RIGHT));
    assertEquals(
        before.size() + 1,
        cells(engine, "left", LEFT.range()).size() + cells(engine, "right", RIGHT.range()).size());
    // Tokens say what is read: by the name alone it would not be there.
    assertEquals(List.of("2"), values("left", IN_RIGHT));
    assertEquals(before.size() + 1, cells(engine, "left").size());
    // Both parts know what the whole did.
    assertEquals(second, apply(entry(7, 2, "right", new Action.Batch(List.of(row(IN_RIGHT))))));
    assertEquals(second, apply(entry(7, 2, "left", new Action.Batch(List.of(row("a"))))));
    refused(ErrorCode.STALE, put(7, 1, "left", "a", "again"));
    assertNotEquals(first, second);
    assertEquals(2, engine.sessions().records());
    assertRebuilt();
  }

  private static RowMutation row(String row) {
    return mutation(row, Log.put("f", "q", "again"));
  }

  @Test
  void whoKnowsTheOldNameIsServed() {
    put(7, 1, "whole", "a", "1");
    put(7, 2, "whole", IN_RIGHT, "2");
    become(LEFT, RIGHT);
    assertInstanceOf(Result.Done.class, put(7, 3, "whole", "a", "3"));
    assertEquals(List.of("3", "1"), values("whole", "a"));
    assertEquals(List.of("3", "1"), values("left", "a"));
    assertEquals(3, cells(engine, "whole").size());
    try (Snapshot snapshot = engine.snapshot()) {
      assertEquals("left", snapshot.around("whole", List.of(Token.of(bytes("a")))));
      assertEquals(3, snapshot.lastSeq("left", 7).getAsLong());
      assertEquals(3, snapshot.lastSeq("right", 7).getAsLong());
    }
    // Not both, though they were one.
    refused(
        ErrorCode.WRONG_OWNER,
        apply(entry(9, 1, "whole", new Action.Batch(List.of(row("a"), row(IN_RIGHT))))));
    assertRebuilt();
  }

  @Test
  void pagesGoOnWhereAPartitionWasSplit() {
    for (int i = 0; i < ROWS.length; i++) {
      put(7, i + 1L, "whole", ROWS[i], "v");
    }
    List<Cell> all = cells(engine, "whole");
    CellScan scan = CellScan.of(new ScanRange.Tokens(TokenRange.ALL)).versions(10).pagesOf(1);
    List<Cell> found = new ArrayList<>();
    Bytes next = null;
    for (int page = 0; page == 0 || next != null; page++) {
      if (page == 2) {
        become(LEFT, RIGHT);
      }
      try (Snapshot snapshot = engine.snapshot()) {
        CellPage read = snapshot.scan("whole", next == null ? scan : scan.from(next));
        found.addAll(read.cells());
        next = read.next();
      }
    }
    assertEquals(all, found);
  }

  @Test
  void anAbortedSplitChangesNothing() {
    put(7, 1, "whole", "a", "1");
    took(sharding(CommandKind.BEGIN_SHARDING, LEFT, RIGHT));
    refused(ErrorCode.INVALID_ARGUMENT, apply(sharding(CommandKind.BEGIN_SHARDING, LEFT, RIGHT)));
    refused(ErrorCode.INVALID_ARGUMENT, apply(attempt(CommandKind.BEGIN, WHOLE)));
    took(sharding(CommandKind.ABORT_SHARDING, LEFT, RIGHT));
    refused(ErrorCode.INVALID_ARGUMENT, apply(sharding(CommandKind.COMMIT_SHARDING, LEFT, RIGHT)));
    assertEquals(List.of("whole"), partitions());
    assertEquals(List.of("1"), values("whole", "a"));
    took(attempt(CommandKind.BEGIN, WHOLE));
    refused(ErrorCode.INVALID_ARGUMENT, apply(sharding(CommandKind.BEGIN_SHARDING, LEFT, RIGHT)));
    assertRebuilt();
  }

  // Merges

  private void foundAnew(PartitionId... parts) {
    engine.close();
    backend = backend.fresh();
    engine = backend.open();
    log.clear();
    took(new Structure(ShardCommand.found(SELF, List.of(parts)), FAMILIES));
  }

  @Test
  void partsThatWereOneAreOneAgain() {
    put(7, 1, "whole", "a", "1");
    become(LEFT, RIGHT);
    Result last = put(7, 2, "right", IN_RIGHT, "2");
    become(new PartitionId("one", TokenRange.ALL));
    assertEquals(last, put(7, 2, "one", IN_RIGHT, "again"));
    refused(ErrorCode.STALE, put(7, 1, "one", "a", "again"));
    assertEquals(1, engine.sessions().records());
    assertEquals(Set.of("p-whole"), trees());
    assertRebuilt();
  }

  /** A generation is dropped when it was closed long ago, whichever part it came of. */
  @Test
  void sessionsAreForgottenAfterAMergeAsBefore() {
    foundAnew(LEFT, RIGHT);
    Retention kept = new Retention(80, 1_000);
    for (int i = 0; i < 12; i++) {
      time += 10;
      boolean isLeft = i % 2 == 0;
      Action write = new Action.Mutate(row(isLeft ? "a" : IN_RIGHT));
      apply(entry(100 + i, 1, isLeft ? "left" : "right", write, kept));
    }
    long before = engine.sessions().records();
    long floor = engine.sessions().floor();
    become(new PartitionId("one", TokenRange.ALL));
    assertEquals(before, engine.sessions().records());
    assertEquals(floor, engine.sessions().floor());
    time += 75;
    apply(entry(200, 1, "one", new Action.Mutate(row("a")), kept));
    assertTrue(engine.sessions().records() < before, "nothing was forgotten");
    assertTrue(engine.sessions().floor() > floor);
    assertRebuilt();
  }

  private void tooManySessions() {
    int applied = log.size();
    for (int i = 0; i <= ShardLimits.SESSIONS; i++) {
      log.add(entry(100 + i, 1, "left", new Action.Mutate(row("a"))));
    }
    engine.apply(log.subList(applied, log.size()));
  }

  @Test
  void sessionsThatWouldBeCopiedAreCounted() {
    foundAnew(LEFT, RIGHT);
    PartitionId one = new PartitionId("one", TokenRange.ALL);
    assertEquals(0, engine.sessionsToCopy(List.of(one)));
    tooManySessions();
    assertEquals(ShardLimits.SESSIONS + 1L, engine.sessionsToCopy(List.of(one)));
    // A split copies none.
    long token = Token.of(bytes("a")) - 1;
    become(
        new PartitionId("x", new TokenRange(Token.MIN, token)),
        new PartitionId("y", new TokenRange(token, Token.of(bytes("a")))));
    assertEquals(ShardLimits.SESSIONS + 1L, engine.sessions().records());
  }

  @Test
  void mergedPartitionsAreOne() {
    foundAnew(LEFT, RIGHT);
    put(7, 1, "left", "a", "1");
    put(7, 2, "right", IN_RIGHT, "2");
    Result last = put(8, 5, "left", "a", "3");
    put(8, 4, "right", IN_RIGHT, "4");
    become(new PartitionId("one", TokenRange.ALL));
    assertEquals(List.of("one"), partitions());
    assertEquals(List.of("3", "1"), values("one", "a"));
    assertEquals(List.of("4", "2"), values("one", IN_RIGHT));
    // Of each session the higher number.
    refused(ErrorCode.STALE, put(7, 1, "one", "a", "again"));
    refused(ErrorCode.STALE, put(8, 4, "one", IN_RIGHT, "again"));
    assertEquals(last, put(8, 5, "one", "a", "again"));
    assertEquals(2, engine.sessions().records());
    assertInstanceOf(Result.Done.class, put(7, 3, "one", IN_RIGHT, "5"));
    assertRebuilt();
  }

  @Test
  void treesOfPartitionsThatWereApartStayApart() {
    foundAnew(LEFT, RIGHT);
    put(7, 1, "left", "a", "1");
    put(7, 2, "right", IN_RIGHT, "2");
    become(new PartitionId("one", TokenRange.ALL));
    assertEquals(2, cells(engine, "one").size());
    put(7, 3, "one", "a", "3");
    apply(entry(7, 4, "one", new Action.Mutate(mutation(IN_RIGHT, new Change.DeleteRow()))));
    assertEquals(List.of("3", "1"), values("one", "a"));
    assertEquals(List.of(), values("one", IN_RIGHT));
    assertEquals(2, cells(engine, "one").size());
    engine.flush();
    assertRebuilt();
    assertEquals(Set.of("p-left", "p-right"), trees());
  }

  private Set<String> trees() {
    engine.flush();
    engine.close();
    try (TreeStore store = backend.store()) {
      return store.trees();
    } finally {
      engine = backend.open();
    }
  }

  // What becomes of a part

  @Test
  void aPartThatIsGivenAwayLeavesNoCells() {
    put(7, 1, "whole", "a", "1");
    put(7, 2, "whole", IN_RIGHT, "2");
    become(LEFT, RIGHT);
    for (CommandKind kind :
        List.of(CommandKind.BEGIN, CommandKind.SEAL, CommandKind.SWITCH, CommandKind.RELEASE)) {
      took(attempt(kind, RIGHT));
    }
    assertEquals(List.of("left"), partitions());
    assertEquals(List.of("1"), values("left", "a"));
    assertEquals(
        ErrorCode.WRONG_OWNER,
        assertThrows(StorageException.class, () -> values("whole", IN_RIGHT)).code());
    assertEquals(List.of("1"), values("whole", "a"));
    assertEquals(
        ErrorCode.WRONG_OWNER,
        assertThrows(StorageException.class, () -> cells(engine, "whole")).code());
    assertRebuilt();
    engine.flush();
    engine.close();
    try (TreeStore store = backend.store();
        TreeView view = store.latest();
        Cursor cursor = view.open("p-whole", new byte[0], null)) {
      assertTrue(cursor.isValid());
      cursor.next();
      assertTrue(!cursor.isValid(), "a cell of a partition that was given away is left");
    }
    engine = backend.open();
  }

  @Test
  void whatExpiresIsCollectedInBothParts() {
    put(7, 1, "whole", "a", "1");
    put(7, 2, "whole", IN_RIGHT, "2");
    become(LEFT, RIGHT);
    time = 5_000;
    put(7, 3, "left", "a", "3");
    assertEquals(List.of("3"), values("left", "a"));
    assertEquals(List.of(), values("right", IN_RIGHT));
    String before = hash(engine);
    for (String part : partitions()) {
      assertEquals(null, engine.collect(part, null, 1_000));
    }
    assertEquals(before, hash(engine));
    assertTrue(engine.size("left", TokenRange.ALL) >= 0);
  }

  @Test
  void aCheckpointHasTheParts() {
    put(7, 1, "whole", "a", "1");
    become(LEFT, RIGHT);
    put(7, 2, "whole", IN_RIGHT, "2");
    Path exported = directory.resolve("exported");
    engine.exportCheckpoint(exported);
    try (StorageEngine other = backend.fresh().open()) {
      other.importCheckpoint(exported);
      assertEquals(hash(engine), hash(other));
      assertEquals(engine.table().at(0, 0), other.table().at(0, 0));
    }
  }

  /** Flushed at each place of the log in turn, and crashed at its end. */
  @Test
  void aCrashAnywhereLeadsToTheSameState() {
    put(7, 1, "whole", "a", "1");
    put(8, 1, "whole", IN_RIGHT, "2");
    become(LEFT, RIGHT);
    put(7, 2, "left", "a", "3");
    put(8, 2, "whole", IN_RIGHT, "4");
    become(new PartitionId("one", TokenRange.ALL));
    put(7, 3, "one", "a", "5");
    String last = hash(engine);
    for (int flushed = 0; flushed <= log.size(); flushed++) {
      Backend other = backend.fresh();
      try (StorageEngine first = other.open()) {
        log.subList(0, flushed).forEach(entry -> first.apply(List.of(entry)));
        first.flush();
        log.subList(flushed, log.size()).forEach(entry -> first.apply(List.of(entry)));
      }
      try (StorageEngine again = other.open()) {
        int applied = (int) again.applied().length();
        assertTrue(applied >= flushed);
        log.subList(applied, log.size()).forEach(entry -> again.apply(List.of(entry)));
        assertEquals(last, hash(again), "flushed after " + flushed);
      }
    }
  }

  /** What is split and merged all the time has the cells of what is not. */
  @Test
  void cellsAndAnswersAreThoseOfAPartitionThatIsNotSplit() {
    long seed = 20261124;
    Random random = new Random(seed);
    long[] seqs = new long[4];
    Action[] actions = new Action[4];
    int shardings = 0;
    try (StorageEngine plain = backend.fresh().open()) {
      log.forEach(entry -> plain.apply(List.of(entry)));
      foundAnew(LEFT, RIGHT);
      for (int step = 0; step < 300; step++) {
        if (random.nextInt(6) == 0) {
          shardings += shardSomething(random, "step-" + step) ? 1 : 0;
          long behind = plain.applied().zxid().counter();
          log.subList((int) behind, log.size())
              .forEach(entry -> plain.apply(List.of(emptied(entry))));
        } else {
          int session = random.nextInt(seqs.length);
          if (seqs[session] == 0 || random.nextInt(5) > 0) {
            seqs[session]++;
            actions[session] = action(random);
          }
          time += random.nextInt(20);
          Entry entry = entry(session, seqs[session], "whole", actions[session]);
          Result result = apply(entry);
          assertEquals(
              plain.apply(List.of(entry)).get(0), result, "seed " + seed + ", step " + step);
        }
        assertEquals(cells(plain, "whole"), cells(engine, "whole"), "seed " + seed + ", " + step);
      }
    }
    assertTrue(shardings >= 1, "no splits or merges: seed " + seed);
    assertRebuilt();
  }

  private static Entry emptied(Entry entry) {
    return new Entry(entry.zxid().epoch(), entry.zxid().counter(), 99, entry.seq(), new byte[0]);
  }

  private static Action action(Random random) {
    String row = ROWS[random.nextInt(ROWS.length)];
    Change change =
        random.nextInt(6) == 0
            ? new Change.DeleteRow()
            : Log.put("f", "q" + random.nextInt(2), "v" + random.nextInt(100));
    return new Action.Mutate(mutation(row, change));
  }

  private boolean shardSomething(Random random, String name) {
    List<PartitionId> parts = new ArrayList<>(engine.table().records().keySet());
    int at = random.nextInt(parts.size());
    TokenRange range = parts.get(at).range();
    if (random.nextBoolean() && at + 1 < parts.size()) {
      TokenRange next = parts.get(at + 1).range();
      become(new PartitionId(name, new TokenRange(range.after(), next.upTo())));
      return true;
    }
    long token = Token.of(bytes(ROWS[random.nextInt(ROWS.length)]));
    if (token <= range.after() || token >= range.upTo()) {
      return false;
    }
    become(
        new PartitionId(name + "-0", new TokenRange(range.after(), token)),
        new PartitionId(name + "-1", new TokenRange(token, range.upTo())));
    return true;
  }
}
