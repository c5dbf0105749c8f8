package io.zabdb.storage.engine;

import static io.zabdb.storage.engine.Log.PARTITION;
import static io.zabdb.storage.engine.Log.mutation;
import static io.zabdb.storage.engine.Log.put;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Entry;
import io.zabdb.core.session.Retention;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Family;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.command.CommandCodec;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TreeStore;
import io.zabdb.storage.tree.TreeView;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every engine forgets of sessions. Source: {@code specs/client/Sessions}. */
abstract class ExpiryContract {

  private static final byte[] LAST_REQUESTS = {'S'};
  private static final Partition SPEC = new Partition(PARTITION, 0, List.of(Family.of("f")));
  private static final Retention BRIEF = new Retention(1_000, 1_000_000);
  private static final Retention FEW = new Retention(1_000_000, 100);

  @TempDir Path directory;

  private Backend backend;
  private StorageEngine engine;
  private int exports;

  abstract Backend backend();

  @BeforeEach
  void open() {
    backend = backend();
    engine = backend.open(8);
    engine.createPartition(SPEC);
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private static Entry entry(
      long counter, long session, long seq, long time, long opened, Retention kept) {
    Command command =
        new Command(
            PARTITION, time, opened, kept, new Action.Mutate(mutation("row", put("f", "q", "v"))));
    return new Entry(1, counter, session, seq, CommandCodec.encode(command));
  }

  private Result ask(long session, long seq, long time, long opened, Retention kept) {
    long counter = engine.applied().zxid().counter() + 1;
    return engine.apply(List.of(entry(counter, session, seq, time, opened, kept))).get(0);
  }

  private static void assertTooOld(Result result) {
    assertEquals(ErrorCode.TOO_OLD, assertInstanceOf(Result.Refused.class, result).code());
  }

  private static String hash(StorageEngine engine) {
    try (Snapshot snapshot = engine.snapshot()) {
      return snapshot.hash();
    }
  }

  private int recordsOnDisk() {
    engine.exportCheckpoint(directory.resolve("export-" + exports++));
    engine.close();
    List<byte[]> keys = new ArrayList<>();
    try (TreeStore store = backend.store();
        TreeView view = store.latest()) {
      Trees.forEachRecord(view, LAST_REQUESTS, (key, value) -> keys.add(key));
    }
    engine = backend.open(8);
    return keys.size();
  }

  private void collectAll() {
    Bytes from = null;
    do {
      from = engine.collect(PARTITION, from, 3);
    } while (from != null);
  }

  @Test
  void aRetryThatComesTooLateIsNotRun() {
    Result first = ask(1, 1, 5_000, 0, BRIEF);
    assertEquals(first, ask(1, 1, 5_900, 0, BRIEF));
    ask(2, 1, 5_900, 5_000, BRIEF);
    assertEquals(2, engine.sessions().records());
    // Closed at 5,900, with the first.
    assertEquals(first, ask(1, 1, 6_500, 0, BRIEF));
    assertTooOld(ask(1, 1, 7_000, 0, BRIEF));
    assertTooOld(ask(1, 2, 7_000, 0, BRIEF));
    assertTrue(engine.sessions().floor() > 5_000, engine.sessions().toString());
    try (Snapshot snapshot = engine.snapshot()) {
      assertNull(snapshot.result(PARTITION, 1, 1));
    }
    // A session that is new.
    assertInstanceOf(Result.Done.class, ask(3, 1, 7_000, 7_000, BRIEF));
  }

  @Test
  void aSessionOfTheFutureIsNotRun() {
    assertTooOld(ask(1, 1, 5_000, 5_001, BRIEF));
    assertInstanceOf(Result.Done.class, ask(1, 1, 5_000, 5_000, BRIEF));
    assertEquals(5_000, engine.applied().time());
  }

  @Test
  void aSessionInUseIsKeptForEver() {
    long last = 0;
    for (long time = 10_000; time < 40_000; time += 700) {
      last++;
      assertInstanceOf(Result.Done.class, ask(1, last, time, 0, BRIEF));
    }
    assertEquals(new SessionFigures(1, 0), engine.sessions());
    assertInstanceOf(Result.Done.class, ask(1, last, 40_000, 0, BRIEF));
  }

  @Test
  void thereAreNoMoreRecordsThanTheCapAndGarbageIsCollected() {
    for (int session = 0; session < 1_000; session++) {
      assertInstanceOf(Result.Done.class, ask(session, 1, 10 + session, 10 + session - 1, FEW));
      assertTrue(engine.sessions().records() <= 100, engine.sessions().toString());
    }
    String before = hash(engine);
    assertTrue(recordsOnDisk() > 100);
    collectAll();
    int kept = recordsOnDisk();
    assertEquals(engine.sessions().records(), kept);
    assertTrue(kept > 80 && kept <= 100, kept + " records");
    assertEquals(before, hash(engine));
    assertTooOld(ask(0, 1, 2_000, 9, FEW));
    assertInstanceOf(Result.Done.class, ask(999, 1, 2_000, 1_008, FEW));
  }

  @Test
  void replicasThatCrashCollectAndConsolidateAtDifferentMomentsAgree() {
    StorageEngine other = backend.fresh().open(1_000);
    other.createPartition(SPEC);
    Random random = new Random(7);
    List<Entry> unflushed = new ArrayList<>();
    int tooOld = 0;
    for (int i = 1; i <= 600; i++) {
      long time = 1_000 + 10L * i - random.nextInt(30);
      Retention kept = random.nextBoolean() ? new Retention(700, 30) : new Retention(300, 12);
      Entry entry =
          entry(
              i, random.nextInt(60), 1 + random.nextInt(9), time, time - random.nextInt(900), kept);
      Result result = engine.apply(List.of(entry)).get(0);
      assertEquals(result, other.apply(List.of(entry)).get(0));
      tooOld +=
          result instanceof Result.Refused refused && refused.code() == ErrorCode.TOO_OLD ? 1 : 0;
      unflushed.add(entry);
      switch (random.nextInt(12)) {
        case 0 -> {
          engine.flush();
          unflushed.clear();
        }
        case 1 -> {
          engine.close();
          engine = backend.open(5);
          engine.apply(unflushed);
        }
        case 2 -> collectAll();
        default -> assertEquals(other.sessions(), engine.sessions());
      }
      assertEquals(hash(other), hash(engine), "after " + i);
    }
    assertTrue(tooOld > 50, tooOld + " too old");
    other.close();
  }

  @Test
  void aPartitionThatMovesTakesGenerationsAndFloorAlong() {
    for (int session = 0; session < 300; session++) {
      ask(session, 1, 10 + session, 9, FEW);
    }
    SessionFigures before = engine.sessions();
    assertNotEquals(0, before.floor());
    try (Snapshot snapshot = engine.snapshot()) {
      engine.exportPartition(snapshot, PARTITION, directory.resolve("moved"));
    }
    engine.dropPartition(PARTITION);
    assertEquals(new SessionFigures(0, 0), engine.sessions());
    engine.importPartition(directory.resolve("moved"), PARTITION, 1);
    assertEquals(before, engine.sessions());
    assertTooOld(ask(0, 1, 400, 9, FEW));
    engine.flush();
    engine.close();
    engine = backend.open(8);
    assertTooOld(ask(1, 1, 400, 9, FEW));
  }

  /** Whenever it is upgraded: before its last entries are applied, or after. */
  @Test
  void aStoreOfBeforeForgetsWhatItHadWhenThatIsOldOrTooMuch() {
    Result first = ask(1, 1, 5_000, 0, Retention.FOREVER);
    ask(2, 1, 5_000, 0, Retention.FOREVER);
    engine.flush();
    engine.close();
    try (TreeStore store = backend.store();
        Overlay overlay = new Overlay(store.latest())) {
      overlay.put(TreeStore.SYSTEM, SystemRecords.FORMAT_KEY, new byte[] {3});
      overlay.delete(TreeStore.SYSTEM, SystemRecords.generationsKey(PARTITION));
      store.write(overlay.changes());
      store.flush();
    }
    engine = backend.open(8);
    ask(3, 1, 6_000, 0, Retention.FOREVER);
    assertEquals(new SessionFigures(3, 0), engine.sessions());
    assertEquals(first, ask(1, 1, 9_000, 0, BRIEF));
    assertEquals(first, ask(1, 1, 9_999, 0, BRIEF));
    assertTooOld(ask(1, 1, 10_000, 0, BRIEF));
    assertEquals(new SessionFigures(0, 9_001), engine.sessions());
  }
}
