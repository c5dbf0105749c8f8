package io.zabdb.storage.engine;

import static io.zabdb.storage.engine.Log.PARTITION;
import static io.zabdb.storage.engine.Log.mutation;
import static io.zabdb.storage.engine.Log.put;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Entry;
import io.zabdb.core.session.Retention;
import io.zabdb.model.data.Family;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.command.CommandCodec;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TreeStore;
import io.zabdb.storage.tree.TreeView;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every engine remembers of sessions, wherever it is recorded. */
abstract class SessionContract {

  private static final int FEW = 8;
  private static final byte[] LAST_REQUESTS = {'S'};
  private static final byte[] NUMBER_KEY = {'G', 0, 0, 0, 0, 0, 0, 0, 1};
  private static final Partition SPEC = new Partition(PARTITION, 0, List.of(Family.of("f")));
  private static final Partition OTHER = new Partition("other", 0, List.of(Family.of("f")));

  @TempDir Path directory;

  private Backend backend;
  private StorageEngine engine;

  abstract Backend backend();

  @BeforeEach
  void open() {
    backend = backend();
    engine = backend.open();
    engine.createPartition(SPEC);
  }

  @AfterEach
  void close() {
    engine.close();
  }

  /** The engine comes back with what was flushed. */
  private void crash(int mostPending) {
    engine.close();
    engine = backend.open(mostPending);
  }

  private static byte[] write(String partition) {
    return CommandCodec.encode(
        new Command(partition, 0, new Action.Mutate(mutation("row", put("f", "q", "v")))));
  }

  /** A request of each session, with the same number. */
  private static List<Entry> batch(
      StorageEngine engine, String partition, long seq, long... sessions) {
    List<Entry> entries = new ArrayList<>();
    long counter = engine.applied().zxid().counter();
    for (long session : sessions) {
      counter++;
      entries.add(new Entry(1, counter, session, seq, write(partition)));
    }
    return entries;
  }

  private List<Result> ask(String partition, long seq, long... sessions) {
    return engine.apply(batch(engine, partition, seq, sessions));
  }

  private Result askOne(String partition, long session, long seq) {
    return ask(partition, seq, session).get(0);
  }

  private void assertStale(String partition, long session, long seq) {
    Result.Refused refused =
        assertInstanceOf(Result.Refused.class, askOne(partition, session, seq));
    assertEquals(ErrorCode.STALE, refused.code());
  }

  private static String hash(StorageEngine engine) {
    try (Snapshot snapshot = engine.snapshot()) {
      return snapshot.hash();
    }
  }

  /** Takes what was applied to disk, and counts the records there; the engine is opened again. */
  private int records(byte[] prefix) {
    engine.flush();
    engine.close();
    List<byte[]> keys = new ArrayList<>();
    try (TreeStore store = backend.store();
        TreeView view = store.latest()) {
      Trees.forEachRecord(view, prefix, (key, value) -> keys.add(key));
    }
    engine = backend.open();
    return keys.size();
  }

  /** A checkpoint is exported, which consolidates. */
  private void consolidate() {
    engine.exportCheckpoint(directory.resolve("checkpoint-" + engine.applied().length()));
  }

  // Records

  @Test
  void aBatchWritesOneRecordUntilSessionsAreConsolidated() {
    ask(PARTITION, 1, LongStream.range(0, 64).toArray());
    ask(PARTITION, 2, 1, 2, 70);
    assertEquals(2, records(SystemRecords.REQUESTS));
    assertEquals(0, records(LAST_REQUESTS));
    String before = hash(engine);
    consolidate();
    assertEquals(0, records(SystemRecords.REQUESTS));
    assertEquals(65, records(LAST_REQUESTS));
    assertEquals(before, hash(engine));
  }

  /** However many sessions ask for nothing, or in a partition that is not there. */
  @Test
  void whatIsRunInNoPartitionLeavesNothing() {
    String before = hash(engine);
    for (int batch = 0; batch < 50; batch++) {
      List<Entry> entries = new ArrayList<>();
      long counter = engine.applied().zxid().counter();
      for (int i = 1; i <= 1_000; i++) {
        byte[] payload = i % 2 == 0 ? new byte[0] : write("elsewhere");
        entries.add(new Entry(1, counter + i, batch * 1_000 + i, 1, payload));
      }
      engine.apply(entries);
    }
    assertEquals(50_000, engine.applied().length());
    assertEquals(0, records(SystemRecords.REQUESTS));
    assertEquals(0, records(LAST_REQUESTS));
    consolidate();
    assertEquals(0, records(LAST_REQUESTS));
    assertNotEquals(before, hash(engine));
  }

  @Test
  void whatTellsNothingNewIsNotRecorded() {
    Result first = askOne(PARTITION, 1, 5);
    consolidate();
    assertEquals(first, askOne(PARTITION, 1, 5));
    assertStale(PARTITION, 1, 4);
    assertEquals(0, records(SystemRecords.REQUESTS));
  }

  @Test
  void aLongRecordIsFollowedByAnother() {
    int requests = RequestBatch.RECORD_BYTES / 10;
    List<Result> answers = ask(PARTITION, 1, LongStream.range(0, requests).toArray());
    String before = hash(engine);
    int records = records(SystemRecords.REQUESTS);
    assertTrue(records > 1 && records < 5, records + " records");
    assertEquals(before, hash(engine));
    assertEquals(requests, answers.size());
    for (int session = 0; session < requests; session += 1_000) {
      assertEquals(answers.get(session), askOne(PARTITION, session, 1));
    }
  }

  @Test
  void fewRequestsArePending() {
    crash(FEW);
    for (int seq = 1; seq <= 10 * FEW; seq++) {
      ask(PARTITION, seq, 1, 2, 3);
    }
    int records = records(SystemRecords.REQUESTS);
    assertTrue(3 * (records - 1) < FEW, records + " records");
    assertEquals(3, records(LAST_REQUESTS));
    for (long session = 1; session <= 3; session++) {
      assertStale(PARTITION, session, 10L * FEW - 1);
      assertInstanceOf(Result.Done.class, askOne(PARTITION, session, 10L * FEW));
    }
  }

  @Test
  void aStoreOfBeforeGetsTheNewFormat() {
    for (byte format = 1; format <= 3; format++) {
      Result first = askOne(PARTITION, format, 5);
      consolidate();
      String before = hash(engine);
      engine.close();
      makeOfBefore(format);
      engine = backend.open();
      assertEquals(before, hash(engine));
      assertEquals(first, askOne(PARTITION, format, 5));
      assertStale(PARTITION, format, 4);
      engine.close();
      try (TreeStore store = backend.store();
          TreeView view = store.latest()) {
        assertArrayEquals(new byte[] {7}, view.get(TreeStore.SYSTEM, SystemRecords.FORMAT_KEY));
        assertNull(view.get(TreeStore.SYSTEM, NUMBER_KEY));
      }
      engine = backend.open();
    }
    engine.close();
    setFormat(new byte[] {8});
    assertEquals(
        ErrorCode.CORRUPT, assertThrows(StorageException.class, () -> backend.open()).code());
    setFormat(new byte[] {5});
    engine = backend.open();
  }

  /** Format 4 knew generations already: they are not counted again. */
  @Test
  void aStoreOfFormat4KeepsItsGenerations() {
    Retention brief = new Retention(10, 1_000);
    for (long i = 1; i <= 5; i++) {
      byte[] command =
          CommandCodec.encode(
              new Command(
                  PARTITION,
                  i * 100,
                  i * 100,
                  brief,
                  new Action.Mutate(mutation("row", put("f", "q", "v")))));
      engine.apply(List.of(new Entry(1, i, i, 1, command)));
    }
    consolidate();
    String before = hash(engine);
    engine.close();
    setFormat(new byte[] {4});
    engine = backend.open();
    assertEquals(before, hash(engine));
    assertTrue(engine.sessions().floor() > 0);
  }

  /** With a session's number, and with format 2 a request that was run in no partition. */
  private void makeOfBefore(byte format) {
    try (TreeStore store = backend.store();
        Overlay overlay = new Overlay(store.latest())) {
      overlay.put(TreeStore.SYSTEM, NUMBER_KEY, new byte[] {5});
      if (format == 2) {
        overlay.put(
            TreeStore.SYSTEM,
            SystemRecords.requestsKey(1_000_000),
            new byte[] {0, 0, 0, 0, 0, 0, 0, 9, 1, 0});
      }
      store.write(overlay.changes());
      store.flush();
    }
    setFormat(new byte[] {format});
  }

  private void setFormat(byte[] format) {
    try (TreeStore store = backend.store();
        Overlay overlay = new Overlay(store.latest())) {
      overlay.put(TreeStore.SYSTEM, SystemRecords.FORMAT_KEY, format);
      store.write(overlay.changes());
      store.flush();
    }
  }

  // Answers

  @Test
  void answersAreKeptThroughACrashBehindEachBatch() {
    Random random = new Random(4);
    Map<Long, Result> answers = new TreeMap<>();
    Map<Long, Long> numbers = new TreeMap<>();
    for (int seq = 2; seq < 80; seq++) {
      long[] sessions = random.longs(1 + random.nextInt(5), 0, 12).sorted().distinct().toArray();
      List<Result> given = ask(PARTITION, seq, sessions);
      for (int i = 0; i < sessions.length; i++) {
        answers.put(sessions[i], given.get(i));
        numbers.put(sessions[i], (long) seq);
      }
      engine.flush();
      ask(PARTITION, 100 + seq, 20, 21);
      crash(FEW);
      for (Map.Entry<Long, Result> answer : answers.entrySet()) {
        long session = answer.getKey();
        assertEquals(answer.getValue(), askOne(PARTITION, session, numbers.get(session)));
        assertStale(PARTITION, session, numbers.get(session) - 1);
      }
    }
  }

  @Test
  void moreSessionsThanAreInMemoryAreRemembered() {
    long[] all = LongStream.range(0, 2 * PendingSessions.MAX_PENDING + 5_000).toArray();
    List<Result> answers = new ArrayList<>();
    for (int from = 0; from < all.length; from += 1_000) {
      answers.addAll(ask(PARTITION, 2, LongStream.range(from, from + 1_000).toArray()));
    }
    assertEquals(answers, ask(PARTITION, 2, all));
    engine.flush();
    crash(PendingSessions.MAX_PENDING);
    assertEquals(answers, ask(PARTITION, 2, all));
    assertStale(PARTITION, 0, 1);
    assertStale(PARTITION, all.length - 1, 1);
  }

  @Test
  void aConsolidationThatIsLostChangesNothing() {
    crash(FEW);
    ask(PARTITION, 1, 1, 2, 3);
    engine.flush();
    String flushed = hash(engine);
    List<Entry> more = batch(engine, PARTITION, 2, 2, 3, 4, 5, 6, 7, 8, 9);
    List<Result> answers = engine.apply(more);
    List<Entry> last = batch(engine, PARTITION, 3, 9);
    List<Result> lastAnswers = engine.apply(last);
    String lost = hash(engine);
    crash(FEW);
    assertEquals(flushed, hash(engine));
    assertEquals(answers, engine.apply(more));
    assertEquals(lastAnswers, engine.apply(last));
    assertEquals(lost, hash(engine));
  }

  @Test
  void aBatchThatFailsTakesNothingWithIt() {
    Result first = askOne(PARTITION, 1, 1);
    List<Entry> once = batch(engine, PARTITION, 2, 1);
    List<Entry> twice = new ArrayList<>(once);
    twice.addAll(once);
    assertThrows(IllegalArgumentException.class, () -> engine.apply(twice));
    assertEquals(first, askOne(PARTITION, 1, 1));
    assertInstanceOf(Result.Done.class, askOne(PARTITION, 1, 2));
  }

  @Test
  void eachPartitionHasItsOwnNumbers() {
    engine.createPartition(OTHER);
    askOne(PARTITION, 1, 5);
    consolidate();
    Result lower = askOne(OTHER.name(), 1, 3);
    assertInstanceOf(Result.Done.class, lower);
    engine.flush();
    crash(FEW);
    assertStale(PARTITION, 1, 4);
    consolidate();
    assertEquals(lower, askOne(OTHER.name(), 1, 3));
  }

  @Test
  void aDroppedPartitionsAnswersAreForgotten() {
    engine.createPartition(OTHER);
    ask(OTHER.name(), 4, 1, 2);
    consolidate();
    Result kept = askOne(PARTITION, 1, 6);
    ask(OTHER.name(), 7, 2, 3);
    engine.dropPartition(OTHER.name());
    engine.createPartition(OTHER);
    try (Snapshot snapshot = engine.snapshot()) {
      assertNull(snapshot.result(OTHER.name(), 1, 4));
      assertNull(snapshot.result(OTHER.name(), 2, 7));
      assertNull(snapshot.result(OTHER.name(), 3, 7));
    }
    crash(FEW);
    // Numbers below those that were run there before.
    assertInstanceOf(Result.Done.class, askOne(OTHER.name(), 1, 1));
    assertInstanceOf(Result.Done.class, askOne(OTHER.name(), 2, 1));
    assertInstanceOf(Result.Done.class, askOne(OTHER.name(), 3, 1));
    assertEquals(kept, askOne(PARTITION, 1, 6));
  }

  // Snapshots and hashes

  @Test
  void aSnapshotTakenBeforeAConsolidationDoesNotChange() {
    ask(PARTITION, 1, 1, 2);
    consolidate();
    List<Result> answers = ask(PARTITION, 2, 2, 3);
    try (Snapshot early = engine.snapshot();
        Snapshot read = engine.snapshot()) {
      String before = read.hash();
      consolidate();
      ask(PARTITION, 3, 1, 2, 3);
      consolidate();
      assertEquals(before, early.hash());
      assertEquals(before, read.hash());
      assertEquals(answers.get(0), early.result(PARTITION, 2, 2));
      assertNull(early.result(PARTITION, 2, 1));
      assertNull(early.result(PARTITION, 3, 3));
      engine.exportPartition(early, PARTITION, directory.resolve("partition"));
    }
    engine.importPartition(directory.resolve("partition"), "copy", 1);
    try (Snapshot snapshot = engine.snapshot()) {
      assertInstanceOf(Result.Done.class, snapshot.result("copy", 1, 1));
      assertEquals(answers.get(0), snapshot.result("copy", 2, 2));
      assertEquals(answers.get(1), snapshot.result("copy", 3, 2));
    }
    assertEquals(answers.get(1), askOne("copy", 3, 2));
  }

  @Test
  void replicasThatConsolidateAtDifferentMomentsHaveEqualHashes() {
    List<StorageEngine> replicas = new ArrayList<>();
    for (int mostPending : new int[] {1, 5, FEW, PendingSessions.MAX_PENDING}) {
      StorageEngine replica = backend.fresh().open(mostPending);
      replica.createPartition(SPEC);
      replicas.add(replica);
    }
    Random random = new Random(9);
    List<String> hashes = new ArrayList<>();
    for (int seq = 1; seq <= 30; seq++) {
      long[] sessions = random.longs(1 + random.nextInt(5), 0, 10).toArray();
      String partition = random.nextInt(4) == 0 ? "elsewhere" : PARTITION;
      List<Entry> entries = batch(replicas.get(0), partition, seq, sessions);
      List<Result> answers = replicas.get(0).apply(entries);
      for (StorageEngine replica : replicas.subList(1, replicas.size())) {
        assertEquals(answers, replica.apply(entries));
        assertEquals(hash(replicas.get(0)), hash(replica));
      }
      hashes.add(hash(replicas.get(0)));
    }
    assertEquals(30, hashes.stream().distinct().count());
    replicas.forEach(StorageEngine::close);
  }
}
