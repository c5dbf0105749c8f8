package io.zabdb.storage.engine;

import static io.zabdb.storage.engine.Log.mutation;
import static io.zabdb.storage.engine.Log.put;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Entry;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Family;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.Token;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.shard.Birth;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.ShardCommand;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.command.CommandCodec;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.command.Structure;
import io.zabdb.storage.command.StructureCodec;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TreeStore;
import io.zabdb.storage.tree.TreeView;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every engine makes of the commands of the group's own. */
abstract class StructureContract extends LogContract {

  private static final Birth SELF = new Birth(1, 2);
  private static final List<Family> FAMILIES = List.of(Family.of("f"));

  /** Row "a" is in the first half, row "b" in the second. */
  private static final long MIDDLE = Math.max(token("a"), token("b")) - 1;

  private static final PartitionId LOW = new PartitionId("low", new TokenRange(Token.MIN, MIDDLE));
  private static final PartitionId HIGH =
      new PartitionId("high", new TokenRange(MIDDLE, Long.MAX_VALUE));
  private static final String IN_LOW = token("a") <= MIDDLE ? "a" : "b";
  private static final String IN_HIGH = token("a") <= MIDDLE ? "b" : "a";

  @TempDir Path directory;

  private static long token(String row) {
    return Token.of(Bytes.of(row).array());
  }

  private static Structure founding(PartitionId... parts) {
    return new Structure(ShardCommand.found(SELF, List.of(parts)), FAMILIES);
  }

  /** A request of session 7. */
  private Result put7(String partition, String row, String value) {
    long place = log.size() + 1L;
    return apply(new Entry(1, place, 7, place, write(partition, row, value)));
  }

  private static byte[] write(String partition, String row, String value) {
    return CommandCodec.encode(
        new Command(partition, 10, new Action.Mutate(mutation(row, put("f", "q", value)))));
  }

  private List<String> values(String partition, String row) {
    try (Snapshot snapshot = engine.snapshot()) {
      return snapshot.get(partition, Bytes.of(row), "f", Bytes.of("q"), 10).stream()
          .map(cell -> cell.value().toString())
          .toList();
    }
  }

  private List<String> partitions() {
    try (Snapshot snapshot = engine.snapshot()) {
      assertEquals(snapshot.table(), engine.table().at(log.size(), engine.applied().time()));
      return snapshot.partitions().stream().map(Partition::name).toList();
    }
  }

  private static String hash(StorageEngine engine) {
    try (Snapshot snapshot = engine.snapshot()) {
      return snapshot.hash();
    }
  }

  private void crash() {
    engine.close();
    engine = backend.open();
  }

  /** Another replica, with an empty disk, applies the log: whatever it is configured to. */
  private void assertRebuilt(PartitionId... configured) {
    try (StorageEngine other = backend.fresh().open()) {
      other.beganWith(
          List.of(configured).stream()
              .map(part -> new Partition(part.name(), 0, FAMILIES))
              .toList());
      log.forEach(entry -> other.apply(List.of(entry)));
      assertEquals(hash(engine), hash(other));
      try (Snapshot snapshot = other.snapshot()) {
        assertEquals(partitions(), snapshot.partitions().stream().map(Partition::name).toList());
      }
    }
  }

  // The first command

  @Test
  void aGroupHasWhatItsFirstCommandSays() {
    assertFalse(engine.table().isFounded());
    took(founding(LOW, HIGH));
    assertEquals(SELF, engine.table().self());
    assertEquals(List.of("high", "low"), partitions());
    assertInstanceOf(Result.Done.class, put7("low", IN_LOW, "v"));
    assertEquals(List.of("v"), values("low", IN_LOW));
    engine.flush();
    crash();
    assertEquals(List.of("high", "low"), partitions());
    assertEquals(List.of("v"), values("low", IN_LOW));
    // T9: what another replica is configured to has no say.
    assertRebuilt(new PartitionId("elsewhere", TokenRange.ALL), LOW);
  }

  @Test
  void aCrashBeforeAFlushTakesItBack() {
    took(founding(LOW));
    put7("low", IN_LOW, "v");
    String before = hash(engine);
    crash();
    long applied = engine.applied().length();
    assertTrue(applied == 0 || applied == 2, "applied " + applied);
    log.subList((int) applied, log.size()).forEach(entry -> engine.apply(List.of(entry)));
    assertEquals(before, hash(engine));
  }

  @Test
  void theFirstCommandCountsOnce() {
    took(founding(LOW));
    put7("low", IN_LOW, "v");
    refused(ErrorCode.INVALID_ARGUMENT, apply(founding(LOW, HIGH)));
    assertEquals(List.of("low"), partitions());
    assertEquals(List.of("v"), values("low", IN_LOW));
    assertRebuilt();
  }

  @Test
  void whatIsNoCommandChangesNothing() {
    refused(
        ErrorCode.INVALID_ARGUMENT,
        apply(new Entry(1, 1, Structure.SESSION, 1, new byte[] {3, 99, 0})));
    refused(ErrorCode.INVALID_ARGUMENT, apply(founding(LOW, new PartitionId("x", LOW.range()))));
    assertFalse(engine.table().isFounded());
    assertEquals(List.of(), partitions());
    refused(ErrorCode.INVALID_ARGUMENT, apply(attempt(CommandKind.BEGIN, LOW)));
    took(founding(LOW));
    // A client's command may not be one of the group's own.
    byte[] begin = StructureCodec.encode(attempt(CommandKind.BEGIN, LOW));
    refused(ErrorCode.INVALID_ARGUMENT, apply(new Entry(1, log.size() + 1L, 7, 1, begin)));
    assertRebuilt();
  }

  @Test
  void itStandsAlone() {
    Entry found = new Entry(1, 1, Structure.SESSION, 1, StructureCodec.encode(founding(LOW)));
    Entry next = new Entry(1, 2, 7, 1, new byte[0]);
    assertThrows(IllegalArgumentException.class, () -> engine.apply(List.of(found, next)));
    assertEquals(0, engine.applied().length());
    apply(found);
    assertThrows(IllegalArgumentException.class, () -> engine.apply(List.of(found)));
  }

  @Test
  void onlyTheLogChangesWhatAFoundedGroupHas() {
    took(founding(LOW));
    Partition more = new Partition("more", 0, FAMILIES);
    for (Runnable change :
        List.<Runnable>of(
            () -> engine.createPartition(more),
            () -> engine.dropPartition("low"),
            () -> engine.importPartition(directory, "more", 1))) {
      assertEquals(
          ErrorCode.INVALID_ARGUMENT, assertThrows(StorageException.class, change::run).code());
    }
    assertEquals(List.of("low"), partitions());
  }

  // Groups of before

  /** Two replicas that were upgraded at different places of the log. */
  @Test
  void aStoreOfBeforeIsAdoptedAsItIs() {
    Backend late = backend.fresh();
    StorageEngine other = late.open();
    for (StorageEngine each : List.of(engine, other)) {
      each.createPartition(new Partition("low", 0, FAMILIES));
      each.createPartition(new Partition("high", 0, FAMILIES));
    }
    put7("low", IN_LOW, "first");
    other.apply(log);
    upgrade(backend);
    put7("low", IN_LOW, "second");
    put7("high", IN_HIGH, "third");
    other.apply(log.subList(1, 3));
    assertEquals(hash(engine), hash(other));
    other.flush();
    other.close();
    setFormat(late);
    other = late.open();
    took(founding(LOW, HIGH));
    Result answer = put7("low", IN_LOW, "fourth");
    other.apply(List.of(log.get(3)));
    other.apply(List.of(log.get(4)));
    assertEquals(hash(engine), hash(other));
    other.close();
    assertEquals(List.of("fourth"), values("low", IN_LOW));
    assertEquals(List.of("third"), values("high", IN_HIGH));
    // What was remembered of sessions is.
    Entry again = new Entry(1, 6, 7, 5, log.get(4).payload());
    assertEquals(answer, apply(again));
    refused(ErrorCode.STALE, apply(new Entry(1, 7, 7, 2, log.get(1).payload())));
    assertRebuilt(LOW, HIGH);
  }

  private void upgrade(Backend of) {
    engine.flush();
    engine.close();
    setFormat(of);
    engine = of.open();
  }

  /** Format 4 is format 5 in which no group is founded. */
  private static void setFormat(Backend of) {
    try (TreeStore store = of.store();
        Overlay overlay = new Overlay(store.latest())) {
      overlay.put(TreeStore.SYSTEM, SystemRecords.FORMAT_KEY, new byte[] {4});
      store.write(overlay.changes());
      store.flush();
    }
  }

  @Test
  void whatAGroupOfBeforeHasMustBeNamed() {
    engine.createPartition(new Partition("low", 0, FAMILIES));
    refused(ErrorCode.INVALID_ARGUMENT, apply(founding(HIGH)));
    refused(
        ErrorCode.INVALID_ARGUMENT,
        apply(
            new Structure(ShardCommand.found(SELF, List.of(LOW)), List.of(Family.of("another")))));
    assertFalse(engine.table().isFounded());
    assertInstanceOf(Result.Done.class, put7("low", IN_LOW, "v"));
    took(founding(HIGH, LOW));
    assertEquals(List.of("high", "low"), partitions());
  }

  @Test
  void theLogOfAGroupOfBeforeBeginsWithWhatIsConfigured() {
    engine.beganWith(List.of(new Partition("low", 0, FAMILIES)));
    apply(new Entry(0, 1, Roster.SESSION, 1, Roster.founding(new long[] {1}).encode()));
    apply(new Entry(1, 1, 7, 1, new byte[0]));
    assertEquals(List.of(), partitions());
    apply(new Entry(1, 2, 7, 2, write("low", IN_LOW, "v")));
    assertEquals(List.of("v"), values("low", IN_LOW));
    assertRebuilt(LOW);
  }

  // What a group gives away

  @Test
  void aSealedPartitionTakesNoUpdates() {
    took(founding(LOW, HIGH));
    took(attempt(CommandKind.BEGIN, LOW));
    assertInstanceOf(Result.Done.class, put7("low", IN_LOW, "copied"));
    assertEquals(2, engine.table().records().get(LOW).position());
    took(attempt(CommandKind.SEAL, LOW));
    String sealed = hash(engine);
    Entry late = new Entry(1, log.size() + 1L, 9, 1, write("low", IN_LOW, "late"));
    refused(ErrorCode.WRONG_OWNER, apply(late));
    assertNotEquals(sealed, hash(engine));
    try (Snapshot snapshot = engine.snapshot()) {
      assertTrue(snapshot.lastSeq("low", 9).isEmpty());
    }
    assertEquals(List.of("copied"), values("low", IN_LOW));
    assertInstanceOf(Result.Done.class, put7("high", IN_HIGH, "v"));
    took(attempt(CommandKind.ABORT, LOW));
    assertInstanceOf(Result.Done.class, put7("low", IN_LOW, "after"));
    assertRebuilt();
  }

  @Test
  void tokensSayWhichPartitionTakesAnUpdate() {
    took(founding(LOW, HIGH));
    took(attempt(CommandKind.BEGIN, HIGH));
    took(attempt(CommandKind.SEAL, HIGH));
    refused(ErrorCode.WRONG_OWNER, put7("low", IN_HIGH, "v"));
    refused(ErrorCode.WRONG_OWNER, put7("nowhere", IN_HIGH, "v"));
    assertEquals(0, engine.sessions().records());
    // By which name they are called does not matter.
    assertInstanceOf(Result.Done.class, put7("nowhere", IN_LOW, "v"));
    assertEquals(List.of("v"), values("low", IN_LOW));
  }

  @Test
  void aPartitionThatWasGivenAwayIsGone() {
    took(founding(LOW, HIGH));
    put7("low", IN_LOW, "v");
    put7("high", IN_HIGH, "w");
    took(attempt(CommandKind.BEGIN, LOW));
    took(attempt(CommandKind.SEAL, LOW));
    took(attempt(CommandKind.SWITCH, LOW));
    assertEquals(
        ErrorCode.WRONG_OWNER,
        assertThrows(StorageException.class, () -> values("low", IN_LOW)).code());
    assertEquals(OTHER, engine.table().heirs().get(0).heir().group());
    took(attempt(CommandKind.RELEASE, LOW));
    assertEquals(List.of("high"), partitions());
    assertEquals(1, engine.table().floor());
    assertEquals(1, engine.sessions().records());
    engine.flush();
    crash();
    assertEquals(List.of("high"), partitions());
    assertEquals(List.of("w"), values("high", IN_HIGH));
    assertEquals(
        ErrorCode.WRONG_OWNER,
        assertThrows(StorageException.class, () -> values("low", IN_LOW)).code());
    // T9: it does not come back where the disk is empty, whatever is configured.
    assertRebuilt(LOW, HIGH);
    engine.close();
    try (TreeStore store = backend.store();
        TreeView view = store.latest()) {
      assertEquals(Set.of("p-high"), store.trees());
      Trees.forEachRecord(
          view,
          SystemRecords.lastRequests("low"),
          (key, value) -> assertFalse(true, "a record of a session is left"));
    }
    engine = backend.open();
  }

  @Test
  void aCheckpointHasWhatTheGroupHas() {
    took(founding(LOW, HIGH));
    took(attempt(CommandKind.BEGIN, LOW));
    put7("low", IN_LOW, "v");
    Path exported = directory.resolve("exported");
    engine.exportCheckpoint(exported);
    try (StorageEngine other = backend.fresh().open()) {
      other.beganWith(List.of(new Partition("elsewhere", 0, FAMILIES)));
      other.importCheckpoint(exported);
      assertEquals(hash(engine), hash(other));
      assertEquals(engine.table().at(0, 0), other.table().at(0, 0));
    }
  }
}
