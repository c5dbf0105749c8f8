package io.zabdb.storage.engine;

import static io.zabdb.storage.engine.Log.mutation;
import static io.zabdb.storage.engine.Log.put;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Entry;
import io.zabdb.core.session.Retention;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Condition;
import io.zabdb.model.data.Family;
import io.zabdb.model.data.Version;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.Token;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.shard.Birth;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.MovePhase;
import io.zabdb.shard.PartitionCopy;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.ShardCommand;
import io.zabdb.shard.ShardLimits;
import io.zabdb.shard.ShardUpdate;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.command.CommandCodec;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.command.Structure;
import io.zabdb.storage.command.StructureCodec;
import io.zabdb.storage.data.Carrier;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.tree.Manifest;
import io.zabdb.storage.tree.TreeStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every engine makes of a partition that moves from one group to another. */
abstract class ArrivalContract {

  private static final Birth SOURCE = new Birth(1, 2);
  private static final Birth DESTINATION = new Birth(3, 4);
  private static final PartitionId P = new PartitionId("p", TokenRange.ALL);
  private static final long AGE = 1_000;

  /** Cells of the second one expire. */
  private static final List<Family> FAMILIES =
      List.of(new Family("f", 3, 0), new Family("old", 1, AGE));

  @TempDir Path directory;

  private Group source;
  private Group destination;

  abstract Backend backend();

  /** A replica of a group, whose log it keeps. */
  private final class Group {

    private final Birth self;
    private final Backend backend;
    private final Path arrivals;
    private final List<Entry> log;
    private StorageEngine engine;

    private Group(String name, Birth self, Backend backend, List<Entry> log) {
      this.self = self;
      this.backend = backend;
      this.log = log;
      arrivals = directory.resolve(name);
      open();
    }

    private void open() {
      engine = backend.open();
      engine.keepArrivalsIn(arrivals);
    }

    private void crash() {
      engine.close();
      open();
      replay();
    }

    private void replay() {
      log.subList((int) engine.applied().length(), log.size())
          .forEach(entry -> engine.apply(List.of(entry)));
    }

    private Entry entry(long session, long seq, byte[] payload) {
      Entry entry = new Entry(1, log.size() + 1L, session, seq, payload);
      log.add(entry);
      return entry;
    }

    private Result update(long session, long seq, long time, Action action) {
      return update(session, seq, time, 0, new Retention(10_000, 100), action);
    }

    private Result update(
        long session, long seq, long time, long opened, Retention kept, Action action) {
      Command command = new Command("p", time, opened, kept, action);
      return apply(entry(session, seq, CommandCodec.encode(command)));
    }

    private Result apply(Entry entry) {
      return engine.apply(List.of(entry)).get(0);
    }

    private Entry entry(Structure structure) {
      return entry(Structure.SESSION, log.size() + 1L, StructureCodec.encode(structure));
    }

    private void took(Structure structure) {
      assertInstanceOf(Result.Done.class, apply(entry(structure)), structure::toString);
    }

    private void refuses(Structure structure) {
      String before = hash();
      assertInstanceOf(Result.Refused.class, apply(entry(structure)), structure::toString);
      assertNotEquals(before, hash());
    }

    private Structure command(CommandKind kind, long attempt) {
      return Structure.of(ShardCommand.of(kind, P, attempt, other()));
    }

    private Structure copied(CommandKind kind, long attempt, PartitionCopy copy) {
      return Structure.of(new ShardCommand(kind, P, attempt, other(), 0, null, copy, List.of()));
    }

    private Birth other() {
      return self.equals(SOURCE) ? DESTINATION : SOURCE;
    }

    private long position() {
      return engine.table().records().get(P).position();
    }

    private MovePhase phase() {
      return engine.table().records().get(P).phase();
    }

    private String hash() {
      try (Snapshot snapshot = engine.snapshot()) {
        return snapshot.hash();
      }
    }

    /** Of all cells of the partition, as they are seen now. */
    private String cells() {
      try (Snapshot snapshot = engine.snapshot()) {
        return snapshot.hash("p", TokenRange.ALL);
      }
    }

    private Path export(String name) {
      Path exported = directory.resolve(name);
      try (Snapshot snapshot = engine.snapshot()) {
        engine.exportPartition(snapshot, "p", exported);
      }
      return exported;
    }

    /** The same by links. */
    private Path exportByLinks(String name) {
      Path exported = directory.resolve(name);
      engine.exportPartition("p", directory.resolve(name + "-scratch"), exported);
      return exported;
    }

    /** The commands by which a copy comes by what the other group took. */
    private List<Structure> catches(Group from, long attempt, long after) {
      List<Structure> commands = new ArrayList<>();
      try (Snapshot snapshot = from.engine.snapshot()) {
        long number = after;
        for (ShardUpdate update : snapshot.sent("p", after, 1_000, 1 << 20)) {
          number++;
          commands.add(
              Structure.of(
                  new ShardCommand(
                      CommandKind.CATCH, P, attempt, from.self, number, update, null, List.of())));
        }
      }
      return commands;
    }

    private List<String> values(String row, String family) {
      try (Snapshot snapshot = engine.snapshot()) {
        return snapshot.get("p", Bytes.of(row), family, Bytes.of("q"), 10).stream()
            .map(cell -> cell.value().toString())
            .toList();
      }
    }

    private List<Path> arrived() throws IOException {
      try (Stream<Path> all = Files.list(arrivals)) {
        return all.toList();
      }
    }
  }

  @BeforeEach
  void open() {
    Backend first = backend();
    source = new Group("source", SOURCE, first, new ArrayList<>());
    destination = new Group("destination", DESTINATION, first.fresh(), new ArrayList<>());
    source.took(new Structure(ShardCommand.found(SOURCE, List.of(P)), FAMILIES));
    destination.took(Structure.of(ShardCommand.found(DESTINATION, List.of())));
  }

  @AfterEach
  void close() {
    source.engine.close();
    destination.engine.close();
  }

  private static Action write(String row, String family, String value) {
    return new Action.Mutate(mutation(row, put(family, "q", value)));
  }

  /** Adds a value where there is none. */
  private static Action writeIfAbsent(String row, String family, String value) {
    return new Action.CheckAndMutate(
        List.of(new Condition.Absent(new Column(family, Bytes.of("q")))),
        mutation(row, put("f", "q", value)));
  }

  private static Structure prepare(Group at, long attempt) {
    return new Structure(ShardCommand.of(CommandKind.PREPARE, P, attempt, at.other()), FAMILIES);
  }

  /** A base comes to a destination that has prepared. */
  private static Carrier stage(Group from, Group to, long attempt, String name) {
    Carrier carrier = to.engine.receive(from.export(name));
    assertTrue(to.engine.received(carrier.digest()).isPresent());
    to.took(to.copied(CommandKind.STAGE, attempt, carrier.copy()));
    return carrier;
  }

  /** From the seal on. */
  private static void hand(Group from, Group to, long attempt) {
    from.took(from.command(CommandKind.SEAL, attempt));
    to.catches(from, attempt, to.position()).forEach(to::took);
    to.took(to.copied(CommandKind.FINISH, attempt, upTo(from.position())));
    from.took(from.command(CommandKind.SWITCH, attempt));
    PartitionCopy time =
        new PartitionCopy(
            0, Bytes.EMPTY, Collections.emptySortedMap(), from.engine.applied().time());
    to.took(to.copied(CommandKind.ACTIVATE, attempt, time));
    from.took(from.command(CommandKind.RELEASE, attempt));
  }

  private static PartitionCopy upTo(long position) {
    return new PartitionCopy(position, Bytes.EMPTY, Collections.emptySortedMap(), 0);
  }

  private static ErrorCode code(Runnable action) {
    return assertThrows(StorageException.class, action::run).code();
  }

  @Test
  void aPartitionMovesWithItsCellsAndSessions() throws IOException {
    Result old = source.update(9, 1, 9, write("b", "f", "old"));
    source.update(7, 1, 10, write("a", "f", "before"));
    source.took(source.command(CommandKind.BEGIN, 1));
    source.update(7, 2, 20, write("a", "f", "copied"));
    destination.took(prepare(destination, 1));
    assertEquals(ErrorCode.WRONG_OWNER, code(() -> destination.values("a", "f")));
    stage(source, destination, 1, "base");
    assertEquals(2, destination.position());
    Result first = source.update(7, 3, 30, write("a", "f", "caught"));
    assertEquals(first, source.update(7, 3, 31, write("a", "f", "caught")));
    source.update(8, 1, 32, writeIfAbsent("a", "f", "never"));
    assertEquals(5, source.position());
    String cells = source.cells();
    SessionFigures sessions = source.engine.sessions();
    assertEquals(3, sessions.records());
    hand(source, destination, 1);
    assertEquals(cells, destination.cells());
    assertEquals(sessions, destination.engine.sessions());
    assertEquals(List.of("caught", "copied", "before"), destination.values("a", "f"));
    assertEquals(MovePhase.SERVING, destination.phase());
    // Retries are answered here as they were there, also of what came in files.
    assertEquals(old, destination.update(9, 1, 40, write("b", "f", "old")));
    assertEquals(first, destination.update(7, 3, 40, write("a", "f", "caught")));
    assertInstanceOf(
        Result.NotDone.class, destination.update(8, 1, 40, writeIfAbsent("a", "f", "never")));
    assertEquals(cells, destination.cells());
    // Versions of the new group are above those of the old one, however its zxids stand.
    destination.update(7, 4, 41, write("a", "f", "after"));
    assertEquals("after", destination.values("a", "f").get(0));
    // Nothing is left at the source, nor beside the store.
    source.engine.flush();
    source.crash();
    assertEquals(ErrorCode.WRONG_OWNER, code(() -> source.values("a", "f")));
    destination.engine.flush();
    assertEquals(List.of(), destination.arrived());
    destination.crash();
    assertEquals("after", destination.values("a", "f").get(0));
  }

  /** Files that come may be of an older format, with cells that are not in their places. */
  @Test
  void aCopyThatGetsFilesIsLookedAtAgain() {
    List<Family> one = List.of(Family.of("f"));
    close();
    Backend fresh = source.backend.fresh().fresh();
    source = new Group("first", SOURCE, fresh, new ArrayList<>());
    destination = new Group("second", DESTINATION, fresh.fresh(), new ArrayList<>());
    source.took(new Structure(ShardCommand.found(SOURCE, List.of(P)), one));
    destination.took(Structure.of(ShardCommand.found(DESTINATION, List.of())));
    for (int i = 1; i <= 9; i++) {
      source.update(7, i, 10, write("row" + i, "f", "v"));
    }
    source.took(source.command(CommandKind.BEGIN, 1));
    destination.took(
        new Structure(ShardCommand.of(CommandKind.PREPARE, P, 1, destination.other()), one));
    collectAll(destination.engine);
    stage(source, destination, 1, "base");
    hand(source, destination, 1);
    assertNotNull(destination.engine.collect("p", null, 1));
    collectAll(destination.engine);
    assertNull(destination.engine.collect("p", null, 2), "there is nothing but a session");
  }

  private static void collectAll(StorageEngine engine) {
    Bytes from = null;
    do {
      from = engine.collect("p", from, 100);
    } while (from != null);
  }

  /** Splits the partition behind the token of a row. */
  private static List<PartitionId> split(Group at) {
    long token = Token.of(Bytes.of("a").array());
    List<PartitionId> parts =
        List.of(
            new PartitionId("p-0", new TokenRange(P.range().after(), token)),
            new PartitionId("p-1", new TokenRange(token, P.range().upTo())));
    at.took(Structure.of(ShardCommand.shard(CommandKind.BEGIN_SHARDING, parts)));
    at.took(Structure.of(ShardCommand.shard(CommandKind.COMMIT_SHARDING, parts)));
    return parts;
  }

  /** Splits the partition; the destination has got the files of the lower part. */
  private PartitionId partOnItsWay() {
    PartitionId part = split(source).get(0);
    source.took(Structure.of(ShardCommand.of(CommandKind.BEGIN, part, 1, DESTINATION)));
    destination.took(
        new Structure(ShardCommand.of(CommandKind.PREPARE, part, 1, SOURCE), FAMILIES));
    Path base = directory.resolve("part");
    source.engine.exportPartition(part.name(), directory.resolve("scratch"), base);
    Carrier carrier = destination.engine.receive(base);
    destination.took(of(CommandKind.STAGE, part, SOURCE, carrier.copy()));
    return part;
  }

  /** One of the upper part. */
  private static String rowBehindTheSplit() {
    long last = Token.of(Bytes.of("a").array());
    return Stream.iterate(0, i -> i + 1)
        .map(i -> "row" + i)
        .filter(row -> Token.of(Bytes.of(row).array()) > last)
        .findFirst()
        .orElseThrow();
  }

  /**
   * The parts of a split remember sessions together. Of what a session did with one part the other
   * one's copy does not hear: so there it may have been forgotten.
   */
  @Test
  void whatTheSourceHasRunIsRunWhateverIsRememberedOfItsSession() {
    String other = rowBehindTheSplit();
    Retention kept = new Retention(80, 1_000);
    source.update(7, 1, 10, 0, kept, write("a", "f", "before"));
    source.update(8, 1, 11, 0, kept, write(other, "f", "stays"));
    PartitionId part = partOnItsWay();
    List<Result> results = new ArrayList<>();
    // Another session moves the part's time on, and session 7 has something to do elsewhere.
    for (int step = 1; step <= 5; step++) {
      results.add(
          source.update(9, step, 10 + 40 * step, 49, kept, write("a", "f", "moves time " + step)));
      source.update(7, 1 + step, 11 + 40 * step, 0, kept, write(other, "f", "elsewhere"));
    }
    Result last = source.update(7, 7, 240, 0, kept, write("a", "f", "last"));
    results.add(last);
    results.add(source.update(7, 6, 241, 0, kept, write("a", "f", "stale")));
    results.add(source.update(10, 1, 241, 0, kept, write("a", "f", "too old")));
    assertEquals(
        List.of(ErrorCode.STALE, ErrorCode.TOO_OLD),
        results.stream()
            .filter(Result.Refused.class::isInstance)
            .map(refused -> ((Result.Refused) refused).code())
            .toList());
    try (Snapshot snapshot = source.engine.snapshot()) {
      long number = 1;
      for (ShardUpdate sent : snapshot.sent(part.name(), 1, 10, 1 << 20)) {
        number++;
        destination.took(
            Structure.of(
                new ShardCommand(
                    CommandKind.CATCH, part, 1, SOURCE, number, sent, null, List.of())));
      }
      assertEquals(results.size(), number - 1, "refused ones are counted, too");
    }
    source.took(Structure.of(ShardCommand.of(CommandKind.SEAL, part, 1, DESTINATION)));
    List<String> values = source.values("a", "f");
    assertEquals(List.of("last", "moves time 5", "moves time 4"), values);
    destination.took(of(CommandKind.FINISH, part, SOURCE, upTo(results.size() + 1)));
    source.took(Structure.of(ShardCommand.of(CommandKind.SWITCH, part, 1, DESTINATION)));
    destination.took(of(CommandKind.ACTIVATE, part, SOURCE, upTo(0)));
    assertEquals(values, destination.values("a", "f"));
    assertEquals(last, destination.update(7, 7, 242, 0, kept, write("a", "f", "again")));
    assertEquals(values, destination.values("a", "f"));
  }

  /** As an update of before is told, which tells what was not run like all others. */
  @Test
  void whatIsKnownIsNotRunAgain() {
    source.update(7, 1, 10, write("a", "f", "first"));
    source.took(source.command(CommandKind.BEGIN, 1));
    destination.took(prepare(destination, 1));
    stage(source, destination, 1, "base");
    source.update(7, 2, 20, write("a", "f", "second"));
    ShardCommand caught = destination.catches(source, 1, 1).get(0).command();
    destination.took(Structure.of(caught));
    ShardUpdate first = caught.entry();
    ShardUpdate retry =
        new ShardUpdate(7, 2, first.tokens(), 21, new Version(0, 1, 99), first.payload());
    destination.took(
        Structure.of(new ShardCommand(CommandKind.CATCH, P, 1, SOURCE, 3, retry, null, List.of())));
    source.update(7, 2, 20, write("a", "f", "second"));
    hand(source, destination, 1);
    assertEquals(List.of("second", "first"), destination.values("a", "f"));
  }

  /** Whose cells are in a tree that others use, and whose clients may know the whole only. */
  @Test
  void aPartOfASplitMovesAlone() throws IOException {
    String other = rowBehindTheSplit();
    source.update(7, 1, 10, write("a", "f", "before"));
    source.update(8, 1, 11, write(other, "f", "stays"));
    PartitionId part = partOnItsWay();
    Result caught = source.update(7, 2, 20, write("a", "f", "caught"));
    source.update(8, 2, 21, write(other, "f", "stays, too"));
    try (Snapshot snapshot = source.engine.snapshot()) {
      List<ShardUpdate> sent = snapshot.sent(part.name(), 1, 10, 1 << 20);
      assertEquals(1, sent.size(), "of the part alone");
      destination.took(
          Structure.of(
              new ShardCommand(
                  CommandKind.CATCH, part, 1, SOURCE, 2, sent.get(0), null, List.of())));
    }
    source.took(Structure.of(ShardCommand.of(CommandKind.SEAL, part, 1, DESTINATION)));
    destination.took(of(CommandKind.FINISH, part, SOURCE, upTo(2)));
    source.took(Structure.of(ShardCommand.of(CommandKind.SWITCH, part, 1, DESTINATION)));
    destination.took(of(CommandKind.ACTIVATE, part, SOURCE, upTo(0)));
    source.took(Structure.of(ShardCommand.of(CommandKind.RELEASE, part, 1, DESTINATION)));
    source.engine.flush();
    assertEquals(List.of("caught", "before"), destination.values("a", "f"));
    assertEquals(caught, destination.update(7, 2, 40, write("a", "f", "caught")));
    assertEquals(ErrorCode.WRONG_OWNER, code(() -> source.values("a", "f")));
    assertEquals(ErrorCode.WRONG_OWNER, code(() -> destination.values(other, "f")));
    assertEquals(List.of("stays, too", "stays"), source.values(other, "f"));
    assertInstanceOf(Result.Done.class, source.update(8, 3, 41, write(other, "f", "still")));
  }

  private static Structure of(CommandKind kind, PartitionId part, Birth other, PartitionCopy copy) {
    return Structure.of(new ShardCommand(kind, part, 1, other, 0, null, copy, List.of()));
  }

  /** T4: whether a cell was there is decided by the time of the source. */
  @Test
  void updatesAreCaughtAtTheTimeOfTheSource() {
    destination.took(prepare(destination, 7));
    destination.took(destination.command(CommandKind.CANCEL, 7));
    source.took(source.command(CommandKind.BEGIN, 1));
    source.took(
        Structure.of(
            new ShardCommand(CommandKind.ABORT, P, 1, DESTINATION, 7, null, null, List.of())));
    source.update(7, 1, 100, write("a", "old", "young"));
    source.took(source.command(CommandKind.BEGIN, 8));
    destination.took(prepare(destination, 8));
    stage(source, destination, 8, "base");
    Result early = source.update(7, 2, 100 + AGE - 1, writeIfAbsent("a", "old", "early"));
    Result late = source.update(8, 1, 100 + AGE, writeIfAbsent("a", "old", "late"));
    assertInstanceOf(Result.NotDone.class, early);
    assertInstanceOf(Result.Done.class, late);
    List<Structure> catches = destination.catches(source, 8, 1);
    assertEquals(2, catches.size());
    destination.took(catches.get(0));
    assertEquals(0, destination.engine.applied().time(), "the time of the group is its own");
    String cells = source.cells();
    hand(source, destination, 8);
    assertEquals(100 + AGE, destination.engine.applied().time());
    assertEquals(List.of("late"), destination.values("a", "f"));
    assertEquals(cells, destination.cells());
    assertEquals(early, destination.update(7, 2, 0, writeIfAbsent("a", "old", "early")));
  }

  @Test
  void anotherAttemptBeginsWithNothing() {
    source.update(7, 1, 10, write("a", "f", "v"));
    source.took(source.command(CommandKind.BEGIN, 1));
    destination.took(prepare(destination, 1));
    stage(source, destination, 1, "base");
    assertEquals(1, destination.engine.sessions().records());
    // That the first one was given up is not known here.
    destination.took(prepare(destination, 2));
    assertEquals(0, destination.position());
    assertEquals(0, destination.engine.sessions().records());
    String before = destination.hash();
    destination.crash();
    assertEquals(0, destination.engine.sessions().records());
    assertEquals(before, destination.hash());
  }

  @Test
  void aReplicaWithoutTheFilesKnowsAndSaysSo() {
    Group other = new Group("other", DESTINATION, destination.backend.fresh(), destination.log);
    try {
      other.apply(destination.log.get(0));
      source.update(7, 1, 10, write("a", "f", "v"));
      source.took(source.command(CommandKind.BEGIN, 1));
      destination.took(prepare(destination, 1));
      stage(source, destination, 1, "base");
      source.update(7, 2, 20, write("a", "f", "w"));
      hand(source, destination, 1);
      Result answer = destination.update(7, 3, 30, write("a", "f", "x"));
      assertInstanceOf(Result.Done.class, answer);
      for (Entry entry : destination.log.subList(1, destination.log.size() - 1)) {
        assertInstanceOf(Result.Done.class, other.apply(entry));
      }
      Result.Refused refused =
          assertInstanceOf(
              Result.Refused.class, other.apply(destination.log.get(destination.log.size() - 1)));
      assertEquals(ErrorCode.UNAVAILABLE, refused.code());
      assertEquals(destination.engine.table(), other.engine.table());
      assertEquals(destination.engine.applied(), other.engine.applied());
      other.engine.flush();
      other.engine.close();
      other.open();
      assertEquals(List.of("p"), List.copyOf(other.engine.lacking()));
      assertEquals(List.of(), List.copyOf(destination.engine.lacking()));
      assertEquals(ErrorCode.UNAVAILABLE, code(() -> other.values("a", "f")));
      assertEquals(ErrorCode.UNAVAILABLE, code(() -> other.export("lacking")));
      // Which of the updates were run it does not know.
      try (Snapshot snapshot = other.engine.snapshot()) {
        assertEquals(ErrorCode.UNAVAILABLE, code(() -> snapshot.sent("p", 0, 1, 1)));
      }
      // Whoever lacks a partition lacks what it is split into.
      split(destination);
      destination
          .log
          .subList(destination.log.size() - 2, destination.log.size())
          .forEach(other::apply);
      assertEquals(List.of("p-0", "p-1"), List.copyOf(other.engine.lacking()));
      assertEquals(ErrorCode.UNAVAILABLE, code(() -> other.values("a", "f")));
      Path checkpoint = directory.resolve("checkpoint");
      assertEquals(ErrorCode.UNAVAILABLE, code(() -> other.engine.exportCheckpoint(checkpoint)));
      assertEquals(
          ErrorCode.UNAVAILABLE,
          code(
              () ->
                  other.engine.exportPartition(
                      "p-0", directory.resolve("scratch"), directory.resolve("exported"))));
      // It is made whole by one who has all.
      destination.engine.exportCheckpoint(directory.resolve("whole"));
      other.engine.importCheckpoint(directory.resolve("whole"));
      assertEquals(List.of(), List.copyOf(other.engine.lacking()));
      assertEquals(destination.hash(), other.hash());
    } finally {
      other.engine.close();
    }
  }

  /** What it lacks it cannot count, and must come to the same. */
  @Test
  void aReplicaThatLacksAPartitionMergesItLikeOthers() {
    Birth self = DESTINATION;
    PartitionId neighbour = new PartitionId("n", new TokenRange(0, P.range().upTo()));
    PartitionId moved = new PartitionId("p", new TokenRange(P.range().after(), 0));
    close();
    Backend fresh = source.backend.fresh().fresh();
    source = new Group("first", SOURCE, fresh, new ArrayList<>());
    destination = new Group("second", self, fresh.fresh(), new ArrayList<>());
    source.took(new Structure(ShardCommand.found(SOURCE, List.of(moved)), FAMILIES));
    destination.took(new Structure(ShardCommand.found(self, List.of(neighbour)), FAMILIES));
    Group other = new Group("other", self, destination.backend.fresh(), destination.log);
    try {
      source.took(Structure.of(ShardCommand.of(CommandKind.BEGIN, moved, 1, self)));
      destination.took(
          new Structure(ShardCommand.of(CommandKind.PREPARE, moved, 1, SOURCE), FAMILIES));
      Carrier carrier = destination.engine.receive(source.export("base"));
      destination.took(of(CommandKind.STAGE, moved, SOURCE, carrier.copy()));
      destination.took(of(CommandKind.FINISH, moved, SOURCE, upTo(1)));
      destination.took(of(CommandKind.ACTIVATE, moved, SOURCE, upTo(0)));
      String row = rowBelow(0);
      for (int session = 0; session <= ShardLimits.SESSIONS; session++) {
        destination.update(100 + session, 1, 10, write(row, "f", "v"));
      }
      PartitionId whole = new PartitionId("w", P.range());
      for (CommandKind kind : List.of(CommandKind.BEGIN_SHARDING, CommandKind.COMMIT_SHARDING)) {
        destination.took(Structure.of(ShardCommand.shard(kind, List.of(whole))));
      }
      other.replay();
      assertEquals(destination.engine.table(), other.engine.table());
      assertEquals(List.of("w"), List.copyOf(other.engine.lacking()));
    } finally {
      other.engine.close();
    }
  }

  private static String rowBelow(long token) {
    return Stream.iterate(0, i -> i + 1)
        .map(i -> "row" + i)
        .filter(row -> Token.of(Bytes.of(row).array()) <= token)
        .findFirst()
        .orElseThrow();
  }

  /** The files of a partition with an update, of attempt 1, in which the destination takes part. */
  private Path baseThatComes() {
    source.update(7, 1, 10, write("a", "f", "v"));
    source.took(source.command(CommandKind.BEGIN, 1));
    destination.took(prepare(destination, 1));
    return source.export("base");
  }

  /** They may arrive while the command is applied that names them: they are here, or lacking. */
  @Test
  void filesThatComeWhileTheyAreNamedAreTakenOrLacking() throws Exception {
    Path base = baseThatComes();
    Carrier carrier = source.engine.receive(source.export("seen by the leader"));
    Entry stage = destination.entry(destination.copied(CommandKind.STAGE, 1, carrier.copy()));
    Thread applier = new Thread(() -> destination.apply(stage));
    StorageEngine engine = destination.engine;
    synchronized (engine) {
      applier.start();
      // Its tree is made by then, its records are not.
      while (applier.getState() != Thread.State.BLOCKED) {
        Thread.onSpinWait();
      }
      engine.receive(base);
    }
    applier.join();
    assertEquals(List.of("p"), List.copyOf(destination.engine.lacking()));
  }

  /** What was there is dropped before files are taken: a full disk leaves nothing. */
  @Test
  void filesThatHadNoRoomAreTakenLater() throws IOException {
    Path base = baseThatComes();
    destination.engine.flush();
    destination.engine.close();
    TreeStore store = destination.backend.store();
    AtomicBoolean isFull = new AtomicBoolean(true);
    destination.engine =
        TreeEngine.open(
            Meanwhile.watched(
                store,
                call -> {
                  if (call.equals("importTree") && isFull.getAndSet(false)) {
                    store.drop("m-1-p");
                    throw new StorageException(ErrorCode.DISK_FULL, "no room");
                  }
                }),
            PendingSessions.MAX_PENDING);
    destination.engine.keepArrivalsIn(destination.arrivals);
    Carrier carrier = destination.engine.receive(base);
    Entry stage = destination.entry(destination.copied(CommandKind.STAGE, 1, carrier.copy()));
    assertEquals(ErrorCode.DISK_FULL, code(() -> destination.apply(stage)));
    assertInstanceOf(Result.Done.class, destination.apply(stage));
    assertEquals(List.of(), List.copyOf(destination.engine.lacking()));
  }

  /** A disk that could not sync the name of a folder can later. */
  @Test
  void whatIsLeftOfAPromiseThatFailedIsReplaced() throws IOException {
    Path base = baseThatComes();
    String name = HexFormat.of().formatHex(Manifest.digest(base).array());
    Path left = Files.createDirectories(destination.arrivals.resolve(name));
    Files.writeString(left.resolve("part"), "not whole");
    Carrier carrier = destination.engine.receive(base);
    assertEquals(left, destination.engine.received(carrier.digest()).orElseThrow());
    destination.took(destination.copied(CommandKind.STAGE, 1, carrier.copy()));
    assertEquals(List.of(), List.copyOf(destination.engine.lacking()));
  }

  @Test
  void aCrashTakesTheFilesAgain() throws IOException {
    source.update(7, 1, 10, write("a", "f", "v"));
    source.took(source.command(CommandKind.BEGIN, 1));
    destination.took(prepare(destination, 1));
    Carrier carrier = destination.engine.receive(source.export("base"));
    // What was promised stays, whatever happens before it is asked for.
    destination.engine.flush();
    destination.crash();
    assertTrue(destination.engine.received(carrier.digest()).isPresent());
    destination.took(destination.copied(CommandKind.STAGE, 1, carrier.copy()));
    assertEquals(List.of(), List.copyOf(destination.engine.lacking()));
    source.update(7, 2, 20, write("a", "f", "w"));
    source.update(7, 3, 21, new Action.Mutate(mutation("a", put("f", "r", "x"))));
    List<Structure> catches = destination.catches(source, 1, 1);
    destination.took(catches.get(0));
    destination.crash();
    assertEquals(1, destination.arrived().size());
    assertEquals(2, destination.position());
    destination.took(catches.get(1));
    String before = destination.hash();
    destination.engine.flush();
    assertEquals(0, destination.arrived().size());
    destination.crash();
    assertEquals(before, destination.hash());
    String cells = source.cells();
    hand(source, destination, 1);
    assertEquals(cells, destination.cells());
  }

  @Test
  void onlyWhatComesNextIsCaught() {
    source.took(source.command(CommandKind.BEGIN, 1));
    destination.took(prepare(destination, 1));
    stage(source, destination, 1, "base");
    for (int i = 1; i <= 3; i++) {
      source.update(7, i, i, write("a", "f", "v" + i));
    }
    List<Structure> catches = destination.catches(source, 1, 1);
    destination.refuses(catches.get(1));
    // Several at once, with others between.
    List<Entry> batch =
        List.of(
            destination.entry(catches.get(0)),
            destination.entry(catches.get(0)),
            destination.entry(9, 1, new byte[0]),
            destination.entry(catches.get(1)),
            destination.entry(catches.get(2)));
    assertEquals(
        List.of(true, false, false, true, true),
        destination.engine.apply(batch).stream().map(Result.Done.class::isInstance).toList());
    assertEquals(source.position(), destination.position());
    destination.refuses(destination.copied(CommandKind.FINISH, 1, upTo(3)));
    destination.refuses(prepare(destination, 1));
    String cells = source.cells();
    hand(source, destination, 1);
    destination.refuses(catches.get(2));
    assertEquals(cells, destination.cells());
  }

  @Test
  void whatIsGivenUpIsGone() throws IOException {
    source.update(7, 1, 10, write("a", "f", "v"));
    source.took(source.command(CommandKind.BEGIN, 1));
    destination.took(prepare(destination, 1));
    stage(source, destination, 1, "base");
    source.update(7, 2, 20, write("a", "f", "w"));
    Structure late = destination.catches(source, 1, 1).get(0);
    source.took(source.command(CommandKind.ABORT, 1));
    assertEquals(List.of(), destination.catches(source, 1, 1));
    destination.took(destination.command(CommandKind.CANCEL, 1));
    destination.engine.flush();
    assertEquals(List.of(), destination.arrived());
    assertEquals(1, destination.engine.table().floor());
    assertEquals(List.of("w", "v"), source.values("a", "f"));
    // The next attempt begins anew.
    source.took(source.command(CommandKind.BEGIN, 2));
    assertEquals(1, source.position());
    destination.refuses(prepare(destination, 1));
    destination.took(prepare(destination, 2));
    stage(source, destination, 2, "again");
    destination.refuses(late);
    hand(source, destination, 2);
    assertEquals(List.of("w", "v"), destination.values("a", "f"));
  }

  @Test
  void aLaterBaseTakesThePlaceOfAnEarlierOne() {
    source.update(7, 1, 10, write("a", "f", "v"));
    source.took(source.command(CommandKind.BEGIN, 1));
    destination.took(prepare(destination, 1));
    Carrier first = stage(source, destination, 1, "first");
    source.update(7, 2, 20, new Action.Mutate(mutation("a", new Change.DeleteRow())));
    source.update(8, 1, 21, write("b", "f", "w"));
    stage(source, destination, 1, "second");
    assertEquals(3, destination.position());
    destination.refuses(destination.copied(CommandKind.STAGE, 1, first.copy()));
    String cells = source.cells();
    hand(source, destination, 1);
    assertEquals(cells, destination.cells());
    assertEquals(List.of(), destination.values("a", "f"));
  }

  /** What is left of an attempt is not taken in another one, whoever names it. */
  @Test
  void filesAreOfOneAttempt() {
    source.took(source.command(CommandKind.BEGIN, 1));
    destination.took(prepare(destination, 1));
    Carrier early = destination.engine.receive(source.export("early"));
    destination.took(prepare(destination, 2));
    destination.took(destination.copied(CommandKind.STAGE, 2, early.copy()));
    assertEquals(List.of("p"), List.copyOf(destination.engine.lacking()));
    // Also a replica that lacks them goes on to the next attempt.
    destination.took(prepare(destination, 3));
    assertEquals(List.of(), List.copyOf(destination.engine.lacking()));
  }

  @Test
  void aPartitionComesBack() {
    source.update(7, 1, 10, write("a", "f", "v"));
    source.engine.flush();
    source.took(source.command(CommandKind.BEGIN, 1));
    destination.took(prepare(destination, 1));
    stage(source, destination, 1, "there");
    hand(source, destination, 1);
    destination.update(7, 2, 20, write("a", "f", "w"));
    destination.took(destination.command(CommandKind.BEGIN, 2));
    source.took(prepare(source, 2));
    stage(destination, source, 2, "back");
    Result last = destination.update(7, 3, 30, write("a", "f", "x"));
    hand(destination, source, 2);
    assertEquals(List.of("x", "w", "v"), source.values("a", "f"));
    // What was on disk of the first stay is not touched by what comes of the second.
    source.engine.close();
    source.open();
    assertEquals(List.of("v"), source.values("a", "f"));
    source.replay();
    assertEquals(List.of("x", "w", "v"), source.values("a", "f"));
    assertEquals(last, source.update(7, 3, 40, write("a", "f", "x")));
    source.engine.flush();
    source.crash();
    assertEquals(List.of("x", "w", "v"), source.values("a", "f"));
  }

  /** What was written behind the checkpoint comes as updates. */
  @Test
  void filesOfACheckpointAreTaken() throws IOException {
    Result old = source.update(9, 1, 9, write("b", "f", "old"));
    source.took(source.command(CommandKind.BEGIN, 1));
    source.update(7, 1, 10, write("a", "f", "in files"));
    destination.took(prepare(destination, 1));
    Path exported = source.exportByLinks("base");
    source.update(7, 2, 11, write("a", "f", "caught"));
    Carrier carrier = destination.engine.receive(exported);
    assertEquals(2, carrier.position());
    destination.took(destination.copied(CommandKind.STAGE, 1, carrier.copy()));
    assertEquals(List.of(), List.copyOf(destination.engine.lacking()));
    destination.crash();
    String cells = source.cells();
    hand(source, destination, 1);
    assertEquals(cells, destination.cells());
    assertEquals(old, destination.update(9, 1, 40, write("b", "f", "old")));
    destination.update(7, 3, 41, write("a", "f", "after"));
    destination.engine.flush();
    assertEquals(List.of(), destination.arrived());
    destination.crash();
    assertEquals(List.of("after", "caught", "in files"), destination.values("a", "f"));
    destination.engine.verify();
  }

  @Test
  void whatDoesNotMoveIsNoBase() {
    Path exported = directory.resolve("exported");
    assertEquals(
        ErrorCode.NOT_FOUND,
        code(() -> destination.engine.exportPartition("p", directory.resolve("none"), exported)));
    // Of before the attempt: nobody can tell how much of it that is.
    source.engine.exportPartition("p", directory.resolve("early"), exported);
    source.took(source.command(CommandKind.BEGIN, 1));
    assertEquals(ErrorCode.CORRUPT, code(() -> destination.engine.receive(exported)));
  }

  @Test
  void damagedFilesAreNotPromised() throws IOException {
    source.update(7, 1, 10, write("a", "f", "v"));
    Path still = source.export("still");
    assertEquals(ErrorCode.CORRUPT, code(() -> destination.engine.receive(still)));
    source.took(source.command(CommandKind.BEGIN, 1));
    destination.took(prepare(destination, 1));
    Path exported = source.export("base");
    Path cells;
    try (Stream<Path> all = Files.list(exported)) {
      cells = all.filter(file -> file.getFileName().toString().startsWith("0.")).findAny().get();
    }
    byte[] bytes = Files.readAllBytes(cells);
    Path twice = Files.createDirectory(directory.resolve("twice"));
    try (Stream<Path> all = Files.list(exported)) {
      for (Path each : all.toList()) {
        Files.copy(each, twice.resolve(each.getFileName()));
      }
    }
    bytes[bytes.length / 2] ^= 1;
    Files.write(cells, bytes);
    assertEquals(ErrorCode.CORRUPT, code(() -> destination.engine.receive(exported)));
    assertEquals(List.of(), destination.arrived());
    // Mended, it is the same: whoever sends it twice does no harm.
    bytes[bytes.length / 2] ^= 1;
    Files.write(cells, bytes);
    Carrier carrier = destination.engine.receive(exported);
    assertFalse(Files.exists(exported));
    assertEquals(carrier, destination.engine.receive(twice));
    assertEquals(1, destination.arrived().size());
    assertEquals(new Carrier("p", 1, 1, carrier.digest()), carrier);
  }

  @Test
  void noMoreFilesWaitThanMay() throws IOException {
    source.took(source.command(CommandKind.BEGIN, 1));
    for (int i = 1; i <= ArrivedFiles.MOST; i++) {
      destination.engine.receive(source.export("base-" + i));
      source.update(7, i, i, write("a", "f", "v"));
    }
    Path last = source.export("last");
    assertEquals(ErrorCode.OVERLOADED, code(() -> destination.engine.receive(last)));
    assertTrue(Files.exists(last));
    destination.crash();
    assertEquals(ArrivedFiles.MOST, destination.arrived().size());
  }
}
