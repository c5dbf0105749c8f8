package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.budget.MemoryBudget;
import io.zabdb.core.group.Settings;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.step.Refusal;
import io.zabdb.environment.Loop;
import io.zabdb.log.LogIdentity;
import io.zabdb.log.LogSettings;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Family;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.Token;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.replica.health.NodeHealth;
import io.zabdb.replica.memory.CountedMetrics;
import io.zabdb.replica.memory.ForwardingEngine;
import io.zabdb.replica.memory.MemoryReplicaDisk;
import io.zabdb.replica.move.GroupPost;
import io.zabdb.replica.move.StoreOffer;
import io.zabdb.replica.pressure.NodeArbiter;
import io.zabdb.replica.pressure.NodeArbiter.Sample;
import io.zabdb.replica.settings.Durability;
import io.zabdb.replica.settings.Founding;
import io.zabdb.replica.settings.MoveBounds;
import io.zabdb.replica.settings.ReplicaMemory;
import io.zabdb.replica.settings.ReplicaSettings;
import io.zabdb.replica.settings.ScrubSettings;
import io.zabdb.replica.status.ReplicaStatus;
import io.zabdb.shard.Birth;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.PartitionCopy;
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
import io.zabdb.storage.engine.Snapshot;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.tree.DiskFiles;
import io.zabdb.storage.tree.PressureLevels;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.Timeline;
import io.zabdb.testkit.sim.machine.VirtualClock;
import io.zabdb.testkit.sim.machine.VirtualLoop;
import io.zabdb.testkit.sim.machine.VirtualProcess;
import io.zabdb.testkit.sim.machine.VirtualWorkers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A replica alone in its group, on one timeline: nothing in it waits, or needs a thread. */
class LoneReplicaTest {

  private static final String PARTITION = "p";
  private static final Column COLUMN = new Column("f", Bytes.of("q"));
  private static final PartitionId WHOLE = new PartitionId(PARTITION, TokenRange.ALL);
  private static final Birth HEIR = new Birth(3, 4);
  private static final long CHECKPOINT_BYTES = 20_000;

  /** A group of the same node. */
  private static final int OTHER = 1;

  /** A step of virtual time, in microseconds, between looks at what a test waits for. */
  private static final long STEP_MICROS = 10;

  private static final int MAX_STEPS = 10_000_000;

  private final Timeline time = new Timeline();
  private final SeededRandom random = new SeededRandom(1, "lone replica");
  private VirtualProcess process;
  private final MemoryReplicaDisk disk = new MemoryReplicaDisk(1);
  private final CountedMetrics metrics = new CountedMetrics();
  private Settings.Timing timing = Settings.Timing.DEFAULT;
  private long incarnation;
  private long seq;
  private final NotedFailure events = new NotedFailure();
  private String configured = PARTITION;
  private ReplicaDriver driver;
  private NodeArbiter arbiter;
  private NodeHealth health;

  /** Lets time pass until something is so. */
  private void runUntil(String what, BooleanSupplier condition) {
    for (int i = 0; !condition.getAsBoolean(); i++) {
      assertTrue(i < MAX_STEPS, "no " + what);
      time.runUntil(time.now() + STEP_MICROS);
    }
  }

  private void start() throws IOException {
    open(loop -> loop);
    runUntil("leader", () -> status().leads());
  }

  /**
   * Opens the files.
   *
   * @param loopOf gives what the replica gets for its loop
   */
  private void open(UnaryOperator<Loop> loopOf) throws IOException {
    process = new VirtualProcess(time);
    health = new NodeHealth();
    VirtualClock clock = new VirtualClock(process, 0, () -> time.now() / 1_000);
    Map<Integer, List<Integer>> groups = Map.of(0, List.of(0), OTHER, List.of(0));
    arbiter = new NodeArbiter(0, groups, 1L << 40, Duration.ZERO, clock::nanos);
    ReplicaSettings settings =
        new ReplicaSettings(
            new Settings(
                0, 1, ++incarnation, timing, Settings.Limits.DEFAULT, TransferSettings.DEFAULT),
            new LogIdentity(new UUID(1, 2), 0, 0),
            new LogSettings(1 << 16, 1 << 12, 1 << 12, 2),
            new Founding(
                List.of(new PartitionId(configured, TokenRange.ALL)), List.of(Family.of("f"))),
            Durability.SYNC,
            Duration.ofMillis(20),
            Duration.ofMillis(10),
            CHECKPOINT_BYTES,
            new PressureLevels(1, 1, 1L << 40, 1_000),
            0,
            2,
            ScrubSettings.OFF,
            ReplicaMemory.of(MemoryBudget.of(64 << 20, 0, 0), 1),
            MoveBounds.DEFAULT);
    driver =
        ReplicaDriver.start(
            settings,
            disk,
            listener -> new NoMembers(),
            new ReplicaContext(
                loopOf.apply(new VirtualLoop(process, random)),
                clock,
                new VirtualWorkers(process, random, VirtualWorkers.Pace.USUAL),
                events,
                health,
                arbiter,
                ReplicaTrace.NONE,
                metrics,
                GroupPost.NONE));
  }

  private void stop() throws IOException {
    CompletableFuture<Void> stopped = driver.stop();
    runUntil("end", stopped::isDone);
    driver.close();
  }

  private ReplicaStatus status() {
    CompletableFuture<ReplicaStatus> status = driver.status();
    runUntil("status", status::isDone);
    return status.join();
  }

  private Object put(String row, String value) {
    return answer(ask(row, value));
  }

  private Object answer(Heard answer) {
    runUntil("answer", answer::isDone);
    return answer.join();
  }

  private Heard ask(String row, String value) {
    Action action =
        new Action.Mutate(
            new RowMutation(Bytes.of(row), List.of(new Change.Put(COLUMN, Bytes.of(value)))));
    Heard answer = new Heard();
    driver.update(
        new UpdateRequest(
            PARTITION,
            List.of(Token.of(Bytes.of(row).array())),
            7,
            ++seq,
            CommandCodec.encode(new Command(PARTITION, 1_000, action)),
            answer));
    return answer;
  }

  private Object get(String row) {
    CompletableFuture<Object> answer = new CompletableFuture<>();
    driver
        .reads()
        .linearizable(
            new ReadCallback() {
              @Override
              public boolean isLong() {
                return false;
              }

              @Override
              public void read(Snapshot snapshot) {
                List<Cell> cells = snapshot.get(PARTITION, Bytes.of(row), "f", Bytes.of("q"), 1);
                answer.complete(cells.isEmpty() ? "none" : cells.get(0).value().toString());
              }

              @Override
              public void refused(Refusal refusal, int leader) {
                answer.complete(refusal);
              }

              @Override
              public void failed(RuntimeException cause) {
                answer.completeExceptionally(cause);
              }
            });
    runUntil("answer", answer::isDone);
    return answer.join();
  }

  @Test
  void itServesAndTakesCheckpointsAndPurges() throws IOException {
    start();
    assertEquals("none", get("a"));
    for (int i = 0; i < 500; i++) {
      assertTrue(put("a", "value" + i) instanceof Result);
    }
    assertEquals("value499", get("a"));
    assertTrue(metrics.count("checkpointed") > 1);
    assertTrue(status().checkpoint() > 0);
    CompletableFuture<Verification> verified = driver.verifyFiles();
    runUntil("verification", verified::isDone);
    assertEquals(List.of(), verified.join().damage());
    stop();
    assertEquals(null, events.failure());
  }

  @Test
  void whatWasAnsweredOutlivesALossOfPower() throws IOException {
    start();
    for (int i = 0; i < 200; i++) {
      assertTrue(put("row" + i, "value" + i) instanceof Result);
    }
    process.end();
    disk.losePower();
    start();
    for (int i = 0; i < 200; i++) {
      assertEquals("value" + i, get("row" + i));
    }
    stop();
    assertEquals(null, events.failure());
  }

  @Test
  void aStateIsShownBetweenTwoUpdates() throws IOException {
    start();
    put("a", "1");
    long length = status().logLength();
    CompletableFuture<String> seen = new CompletableFuture<>();
    assertTrue(
        driver.visitStateAt(
            length + 1,
            snapshot ->
                seen.complete(
                    snapshot
                        .get(PARTITION, Bytes.of("a"), "f", Bytes.of("q"), 1)
                        .get(0)
                        .value()
                        .toString()),
            seen::completeExceptionally));
    put("a", "2");
    put("a", "3");
    runUntil("visit", seen::isDone);
    assertEquals("2", seen.join());
    stop();
  }

  /** {@code AppliedIndex!SwitchUnderLog}, and a crash before the note of it is taken back. */
  @Test
  void aStoreThatWasPutUnderTheLogCostsNothingOfTheLog(@TempDir Path directory) throws IOException {
    start();
    put("a", "1");
    stop();
    Path other = directory.resolve("other");
    try (StorageEngine store = disk.openStore()) {
      store.exportCheckpoint(other);
    }
    start();
    put("b", "2");
    long length = status().logLength();
    process.end();
    disk.losePower();
    try (StorageEngine store = disk.openStore()) {
      store.importCheckpoint(other);
      assertTrue(store.isImportPending());
    }
    start();
    assertEquals("1", get("a"));
    assertEquals("2", get("b"));
    assertTrue(status().logLength() >= length);
    stop();
    try (StorageEngine store = disk.openStore()) {
      assertFalse(store.isImportPending());
    }
    assertEquals(null, events.failure());
  }

  /** T9: a store that is made anew has what the log says, whatever the configuration says now. */
  @Test
  void aStoreThatIsMadeAnewHasWhatTheLogSays() throws IOException {
    start();
    put("a", "1");
    long length = status().logLength();
    stop();
    disk.loseStore();
    configured = "elsewhere";
    start();
    assertEquals("1", get("a"));
    assertEquals(List.of(PARTITION), partitions());
    // It was founded once; a moment ago one more update was made.
    assertEquals(length + 1, status().logLength());
    stop();
    assertEquals(null, events.failure());
  }

  /** A store of before, whose partitions came from the configuration. */
  private void makeStoreOfBefore() {
    try (StorageEngine store = disk.openStore()) {
      store.createPartition(new Partition(PARTITION, 0, List.of(Family.of("f"))));
    }
  }

  @Test
  void aGroupOfBeforeIsFounded() throws IOException {
    makeStoreOfBefore();
    start();
    put("a", "1");
    assertEquals(List.of(PARTITION), partitions());
    assertEquals("1", get("a"));
    stop();
    assertEquals(null, events.failure());
  }

  /** Its partitions are not those of the configuration: it serves them as before. */
  @Test
  void aGroupOfBeforeThatCannotBeFoundedGoesOn() throws IOException {
    makeStoreOfBefore();
    configured = "elsewhere";
    start();
    assertEquals("none", get("a"));
    lets(Duration.ofMillis(100));
    assertInstanceOf(Result.Done.class, put("a", "1"));
    assertEquals("1", get("a"));
    Object refused = answer(propose(CommandKind.BEGIN));
    assertEquals("the state of group 0 does not admit BEGIN", refused);
    stop();
    start();
    lets(Duration.ofMillis(100));
    assertInstanceOf(Result.Done.class, put("a", "2"));
    assertEquals(0, metrics.count("refused when applied"));
    stop();
    assertEquals(null, events.failure());
  }

  private List<String> partitions() {
    CompletableFuture<List<String>> names = new CompletableFuture<>();
    long length = status().logLength();
    assertTrue(
        driver.visitStateAt(
            length + 1,
            snapshot -> {
              assertTrue(snapshot.table().isFounded());
              names.complete(snapshot.partitions().stream().map(Partition::name).toList());
            },
            names::completeExceptionally));
    put("b", "2");
    runUntil("visit", names::isDone);
    return names.join();
  }

  // What the group gives away

  private Heard propose(CommandKind kind) {
    return propose(ShardCommand.of(kind, WHOLE, 1, HEIR));
  }

  private Heard propose(ShardCommand command) {
    Heard answer = new Heard();
    driver.propose(Structure.of(command), answer);
    return answer;
  }

  private void took(CommandKind kind) {
    Object answer = answer(propose(kind));
    assertInstanceOf(Result.Done.class, answer, () -> kind + ": " + answer);
  }

  private void lets(Duration pass) {
    time.runUntil(time.now() + pass.toNanos() / 1_000);
  }

  /** T2: an update that comes behind a seal is in no log, whether or not that is committed yet. */
  @Test
  void nothingIsLoggedBehindASeal() throws IOException {
    start();
    // The first command is applied by then.
    assertEquals("none", get("a"));
    took(CommandKind.BEGIN);
    assertInstanceOf(Result.Done.class, put("a", "copied"));
    long length = status().logLength();
    Heard seal = propose(CommandKind.SEAL);
    Heard late = ask("a", "late");
    assertInstanceOf(Result.Done.class, answer(seal));
    lets(Duration.ofMillis(500));
    assertFalse(late.isDone());
    assertEquals(length + 1, status().logLength());
    assertEquals("copied", get("a"));
    // It waited for that.
    took(CommandKind.ABORT);
    assertInstanceOf(Result.Done.class, answer(late));
    assertEquals("late", get("a"));
    assertEquals(0, metrics.count("refused when applied"));
    stop();
    assertEquals(null, events.failure());
  }

  @Test
  void nobodyWaitsForMoreThanASecond() throws IOException {
    start();
    // The first command is applied by then.
    assertEquals("none", get("a"));
    took(CommandKind.BEGIN);
    took(CommandKind.SEAL);
    long length = status().logLength();
    Heard first = ask("a", "1");
    lets(Duration.ofMillis(900));
    Heard second = ask("a", "2");
    lets(Duration.ofMillis(200));
    assertEquals(Refusal.OVERLOADED, first.getNow("nothing"));
    assertFalse(second.isDone());
    lets(Duration.ofMillis(900));
    assertEquals(Refusal.OVERLOADED, second.getNow("nothing"));
    Heard third = ask("a", "3");
    stop();
    assertEquals(Refusal.NOT_LEADER, third.getNow("nothing"));
    start();
    assertEquals(length, status().logLength());
    stop();
  }

  @Test
  void whoWaitsDoesNotWaitLongerForWhatElseIsDecided() throws IOException {
    start();
    long between = Math.min(tokenOf("a"), tokenOf("b"));
    List<PartitionId> two = result(driver.sharding().split(PARTITION, OptionalLong.of(between)));
    String row = tokenOf("a") == between ? "a" : "b";
    for (CommandKind kind : List.of(CommandKind.BEGIN, CommandKind.SEAL)) {
      assertInstanceOf(
          Result.Done.class, answer(propose(ShardCommand.of(kind, two.get(0), 1, HEIR))));
    }
    Heard held = ask(row, "1");
    PartitionId other = two.get(1);
    List<PartitionId> parts = SplitPoint.parts(other, other.range().upTo() - 1, "other");
    for (int tenth = 0; tenth < 11; tenth++) {
      assertTrue(tenth >= 9 || !held.isDone(), () -> "" + held.getNow("nothing"));
      for (CommandKind kind : List.of(CommandKind.BEGIN_SHARDING, CommandKind.ABORT_SHARDING)) {
        assertInstanceOf(Result.Done.class, answer(propose(ShardCommand.shard(kind, parts))));
      }
      lets(Duration.ofMillis(100));
    }
    assertEquals(Refusal.OVERLOADED, held.getNow("nothing"));
    stop();
  }

  @Test
  void whatWasGivenAwayIsRefusedAtOnce() throws IOException {
    start();
    // The first command is applied by then.
    assertEquals("none", get("a"));
    took(CommandKind.BEGIN);
    took(CommandKind.SEAL);
    Heard held = ask("a", "1");
    took(CommandKind.SWITCH);
    String where = "group 0 has no partition p; it gave it to the group " + HEIR + " in attempt 1";
    assertEquals(where, answer(held));
    long length = status().logLength();
    assertEquals(where, put("a", "2"));
    assertEquals(length, status().logLength());
    assertThrows(CompletionException.class, () -> get("a"));
    stop();
    assertEquals(null, events.failure());
  }

  /** Nobody waits for the next checkpoint to have the room. */
  @Test
  void whatWasGivenAwayIsDroppedSoon() throws IOException {
    start();
    assertEquals("none", get("a"));
    took(CommandKind.BEGIN);
    took(CommandKind.SEAL);
    took(CommandKind.SWITCH);
    lets(Duration.ofSeconds(1));
    assertFalse(disk.flushedTable().isFounded());
    took(CommandKind.RELEASE);
    runUntil("flush", () -> disk.flushedTable().isFounded());
    assertTrue(disk.flushedTable().records().isEmpty());
    stop();
    assertEquals(null, events.failure());
  }

  /** Alone, it leads all the same: nobody else can. */
  @Test
  void whoeverLacksFilesSaysSoAndHoldsUpdates() throws IOException {
    start();
    assertEquals("none", get("a"));
    for (CommandKind kind : List.of(CommandKind.BEGIN, CommandKind.SEAL, CommandKind.SWITCH)) {
      took(kind);
    }
    arrives(CommandKind.PREPARE);
    arrives(CommandKind.STAGE);
    arrives(CommandKind.FINISH);
    arrives(CommandKind.ACTIVATE);
    String reason =
        "the replica of group 0: the files of partitions that came by a move are not here: [p]";
    assertEquals(List.of(reason), health.reasons());
    long length = status().logLength();
    Heard held = ask("a", "1");
    lets(Duration.ofMillis(500));
    assertFalse(held.isDone());
    lets(Duration.ofSeconds(1));
    assertEquals(Refusal.OVERLOADED, held.getNow("nothing"));
    assertEquals(length, status().logLength());
    assertThrows(CompletionException.class, () -> get("a"));
    // Also behind a start.
    stop();
    start();
    assertEquals(List.of(reason), health.reasons());
    // What it is split into is lacking as well, by whatever name it is asked for.
    result(driver.sharding().split(PARTITION, OptionalLong.of(0)));
    assertEquals(List.of(reason.replace("[p]", parts().toString())), health.reasons());
    length = status().logLength();
    Heard late = ask("a", "2");
    lets(Duration.ofMillis(500));
    assertFalse(late.isDone());
    assertEquals(length, status().logLength());
    stop();
    assertEquals(null, events.failure());
  }

  /** A command of the attempt that brings the partition back. */
  private void arrives(CommandKind kind) {
    PartitionCopy copy =
        new PartitionCopy(1, Bytes.of("elsewhere"), Collections.emptySortedMap(), 0);
    ShardCommand command =
        new ShardCommand(
            kind, WHOLE, 2, HEIR, 0, null, kind == CommandKind.PREPARE ? null : copy, List.of());
    Heard answer = new Heard();
    driver.propose(
        new Structure(command, kind == CommandKind.PREPARE ? List.of(Family.of("f")) : List.of()),
        answer);
    assertInstanceOf(Result.Done.class, answer(answer), () -> kind + ": " + answer);
  }

  /** The next leader's log has the seal, and its store has not applied it yet. */
  @Test
  void theNextLeaderKnowsWhatItsLogHolds() throws IOException {
    start();
    // The first command is applied by then.
    assertEquals("none", get("a"));
    took(CommandKind.BEGIN);
    took(CommandKind.SEAL);
    process.end();
    disk.losePower();
    start();
    long length = status().logLength();
    Heard late = ask("a", "late");
    lets(Duration.ofMillis(500));
    assertFalse(late.isDone());
    assertEquals(length, status().logLength());
    stop();
    assertEquals(null, events.failure());
  }

  @Test
  void whatTheStateDoesNotAdmitIsNotLogged() throws IOException {
    start();
    put("a", "1");
    long length = status().logLength();
    assertEquals("the state of group 0 does not admit SEAL", answer(propose(CommandKind.SEAL)));
    Heard begin = propose(CommandKind.BEGIN);
    // One at a time.
    assertEquals(Refusal.OVERLOADED, answer(propose(CommandKind.SEAL)));
    assertInstanceOf(Result.Done.class, answer(begin));
    assertEquals(length + 1, status().logLength());
    stop();
  }

  // Splits and merges

  private <T> T result(CompletableFuture<T> answer) {
    runUntil("end", answer::isDone);
    return answer.join();
  }

  private ErrorCode failed(CompletableFuture<?> answer) {
    runUntil("end", answer::isDone);
    CompletionException thrown = assertThrows(CompletionException.class, answer::join);
    return assertInstanceOf(StorageException.class, thrown.getCause()).code();
  }

  private List<String> parts() {
    return result(driver.sharding().partitions()).stream().map(held -> held.id().name()).toList();
  }

  private static long tokenOf(String row) {
    return Token.of(Bytes.of(row).array());
  }

  @Test
  void aPartitionIsSplitAndMergedWhileItIsWritten() throws IOException {
    start();
    assertInstanceOf(Result.Done.class, put("a", "1"));
    assertInstanceOf(Result.Done.class, put("b", "2"));
    long between = Math.min(tokenOf("a"), tokenOf("b"));
    CompletableFuture<List<PartitionId>> split =
        driver.sharding().split(PARTITION, OptionalLong.of(between));
    Heard meanwhile = ask("a", "3");
    // Who asks for the same meanwhile hears the same.
    CompletableFuture<List<PartitionId>> again =
        driver.sharding().split(PARTITION, OptionalLong.of(between));
    List<PartitionId> two = result(split);
    assertEquals(two, result(again));
    assertInstanceOf(Result.Done.class, answer(meanwhile));
    assertEquals(two.stream().map(PartitionId::name).toList(), parts());
    // Clients that know the old name are served, but for what is apart now.
    assertEquals("3", get("a"));
    assertInstanceOf(Result.Done.class, put("b", "4"));
    assertEquals("4", get("b"));
    assertEquals("apart", answer(askBoth("a", "b")));
    assertEquals(
        ErrorCode.NOT_FOUND, failed(driver.sharding().split(PARTITION, OptionalLong.empty())));
    List<PartitionId> one = result(driver.sharding().merge(two.get(1).name(), two.get(0).name()));
    assertEquals(List.of(TokenRange.ALL), one.stream().map(PartitionId::range).toList());
    assertEquals("3", get("a"));
    assertInstanceOf(Result.Done.class, answer(askBoth("a", "b")));
    assertEquals(2, result(driver.sharding().split(parts().get(0), OptionalLong.empty())).size());
    assertEquals(0, metrics.count("refused when applied"));
    stop();
  }

  /** Whoever applies it may lack one of them, and not know how many there are. */
  @Test
  void aMergeThatWouldCopyTooManySessionsIsRefusedByTheLeader() throws IOException {
    AtomicLong copied = new AtomicLong();
    Set<String> lacking = new ConcurrentSkipListSet<>();
    AtomicInteger looks = new AtomicInteger();
    disk.useStores(
        store ->
            new ForwardingEngine() {
              @Override
              protected StorageEngine engine() {
                return store;
              }

              @Override
              public long sessionsToCopy(List<PartitionId> into) {
                return looks.getAndDecrement() > 0 ? 0 : copied.get();
              }

              @Override
              public Set<String> lacking() {
                return lacking;
              }
            });
    start();
    List<PartitionId> two =
        result(driver.sharding().split(PARTITION, OptionalLong.of(tokenOf("a"))));
    copied.set(ShardLimits.SESSIONS + 1L);
    assertEquals(
        ErrorCode.INVALID_ARGUMENT,
        failed(driver.sharding().merge(two.get(0).name(), two.get(1).name())));
    assertEquals(0, metrics.count("sharding GIVEN_UP"), "nothing is logged");
    // At Begin there are few.
    looks.set(1);
    assertEquals(
        ErrorCode.INVALID_ARGUMENT,
        failed(driver.sharding().merge(two.get(0).name(), two.get(1).name())));
    assertEquals(1, metrics.count("sharding GIVEN_UP"));
    assertEquals(2, parts().size());
    lacking.add(two.get(0).name());
    copied.set(0);
    assertEquals(
        ErrorCode.INVALID_ARGUMENT,
        failed(driver.sharding().merge(two.get(0).name(), two.get(1).name())));
    lacking.clear();
    copied.set(ShardLimits.SESSIONS);
    assertEquals(1, result(driver.sharding().merge(two.get(0).name(), two.get(1).name())).size());
    stop();
  }

  private Heard askBoth(String one, String other) {
    List<RowMutation> rows =
        List.of(one, other).stream()
            .map(
                row ->
                    new RowMutation(
                        Bytes.of(row), List.of(new Change.Put(COLUMN, Bytes.of("both")))))
            .toList();
    Heard answer = new Heard();
    driver.update(
        new UpdateRequest(
            PARTITION,
            List.of(tokenOf(one), tokenOf(other)),
            7,
            ++seq,
            CommandCodec.encode(new Command(PARTITION, 1, new Action.Batch(rows))),
            answer));
    return answer;
  }

  @Test
  void theNextLeaderEndsWhatIsUnderWay() throws IOException {
    start();
    assertEquals("none", get("a"));
    List<PartitionId> two =
        List.of(
            new PartitionId("l", new TokenRange(Token.MIN, 0)),
            new PartitionId("r", new TokenRange(0, Long.MAX_VALUE)));
    Heard begun = new Heard();
    driver.propose(Structure.of(ShardCommand.shard(CommandKind.BEGIN_SHARDING, two)), begun);
    assertInstanceOf(Result.Done.class, answer(begun));
    assertEquals(
        ErrorCode.OVERLOADED, failed(driver.sharding().split(PARTITION, OptionalLong.of(5))));
    assertEquals(List.of(PARTITION), parts());
    stop();
    start();
    runUntil("split", () -> parts().equals(List.of("l", "r")));
    stop();
  }

  @Test
  void whatCannotBeSplitOrMergedIsRefused() throws IOException {
    start();
    assertEquals("none", get("a"));
    assertEquals(
        ErrorCode.INVALID_ARGUMENT,
        failed(driver.sharding().split(PARTITION, OptionalLong.of(Long.MAX_VALUE))));
    assertEquals(ErrorCode.INVALID_ARGUMENT, failed(driver.sharding().merge(PARTITION, PARTITION)));
    took(CommandKind.BEGIN);
    assertEquals(
        ErrorCode.INVALID_ARGUMENT, failed(driver.sharding().split(PARTITION, OptionalLong.of(5))));
    assertEquals(List.of(PARTITION), parts());
    stop();
  }

  @Test
  void theSameHappensEachTime() throws IOException {
    itServesAndTakesCheckpointsAndPurges();
    LoneReplicaTest other = new LoneReplicaTest();
    other.itServesAndTakesCheckpointsAndPurges();
    assertEquals(time.happened(), other.time.happened());
    assertEquals(time.now(), other.time.now());
  }

  /** A loop of which an action is under way, in which several replicas are asked. */
  private static final class SharedLoop implements Loop {

    private final Loop loop;
    private boolean isInAction;

    SharedLoop(Loop loop) {
      this.loop = loop;
    }

    @Override
    public void execute(Runnable action) {
      loop.execute(action);
    }

    @Override
    public boolean isInside() {
      return isInAction || loop.isInside();
    }

    @Override
    public Timer schedule(long nanos, Runnable action) {
      return loop.schedule(nanos, action);
    }
  }

  /** A replica that was started a moment ago begins when its loop is done with what it is at. */
  @Test
  void whoAsksBeforeItHasBegunIsRefused() throws IOException {
    SharedLoop[] shared = new SharedLoop[1];
    open(
        loop -> {
          shared[0] = new SharedLoop(loop);
          return shared[0];
        });
    shared[0].isInAction = true;
    assertRefusedAtOnce(ask("a", "b"));
    Heard command = new Heard();
    driver.propose(Structure.of(ShardCommand.shard(CommandKind.DISSOLVE, List.of())), command);
    assertRefusedAtOnce(command);
    Heard change = new Heard();
    driver.changeMembers(2, 0, change);
    assertRefusedAtOnce(change);
    for (CompletableFuture<?> asked :
        List.of(
            driver.sharding().dissolve(),
            driver.sharding().merge(PARTITION, "q"),
            driver.moves().list(),
            driver.transfer(-1, "a test"),
            driver.status())) {
      assertTrue(asked.isDone());
      assertEquals(ErrorCode.UNAVAILABLE, failed(asked));
    }
    shared[0].isInAction = false;
    runUntil("leader", () -> status().leads());
    assertNull(events.failure());
    assertInstanceOf(Result.Done.class, put("a", "b"));
    stop();
  }

  private static void assertRefusedAtOnce(Heard answer) {
    assertTrue(answer.isDone());
    assertEquals(Refusal.NOT_LEADER, answer.join());
  }

  /** Counts how often somebody is to be woken. */
  private record CountingLoop(Loop loop, AtomicInteger timers) implements Loop {

    @Override
    public void execute(Runnable action) {
      loop.execute(action);
    }

    @Override
    public boolean isInside() {
      return loop.isInside();
    }

    @Override
    public Timer schedule(long nanos, Runnable action) {
      timers.incrementAndGet();
      return loop.schedule(nanos, action);
    }
  }

  private int timersOfASecond(AtomicInteger timers) {
    int before = timers.get();
    time.runUntil(time.now() + 1_000_000);
    return timers.get() - before;
  }

  @Test
  void aReplicaThatRestsIsHardlyWokenAndServesAtOnce() throws IOException {
    timing = Settings.Timing.DEFAULT.withRest(50);
    AtomicInteger timers = new AtomicInteger();
    open(loop -> new CountingLoop(loop, timers));
    runUntil("leader", () -> status().leads());
    runUntil("rest", () -> metrics.count("rests") > 0);
    int resting = timersOfASecond(timers);
    assertTrue(resting <= 2, resting + " timers in a second of rest");
    put("r", "v");
    assertEquals(1, metrics.count("woken"));
    int awake = timersOfASecond(timers);
    assertTrue(awake > 40, awake + " timers in a second of which half is rest");
    assertEquals(2, metrics.count("rests"));
  }

  @Test
  void aReplicaThatRestsHearsAtOnceThatItsNodeIsHot() throws IOException {
    timing = Settings.Timing.DEFAULT.withRest(50);
    start();
    runUntil("rest", () -> metrics.count("rests") > 0);
    // Behind the sample that begins a rest, and long before the next one.
    time.runUntil(time.now() + 1_000_000);
    assertEquals(0, metrics.count("woken"));
    arbiter.sampled(OTHER, new Sample(1L << 40, true, false, List.of(), List.of(), false));
    time.runUntil(time.now() + 50_000);
    assertEquals(1, metrics.count("woken"));
    assertTrue(status().pressure() >= TransferSettings.DEFAULT.threshold());
  }

  /** It is told of nothing that it would have seen with the next sample. */
  @Test
  void aReplicaThatIsAboutToRestHearsThatItsNodeIsHot() throws IOException {
    timing = Settings.Timing.DEFAULT.withRest(50);
    start();
    runUntil("rest", () -> metrics.count("rests") > 0);
    put("r", "v");
    long woken = time.now();
    runUntil("rest", () -> metrics.count("rests") > 1);
    long awake = time.now() - woken;
    put("r", "w");
    time.runUntil(time.now() + awake - 5_000);
    assertEquals(2, metrics.count("rests"), "it rests already");
    arbiter.sampled(OTHER, new Sample(1L << 40, true, false, List.of(), List.of(), false));
    runUntil("rest", () -> metrics.count("rests") > 2);
    time.runUntil(time.now() + 50_000);
    assertEquals(3, metrics.count("woken"));
  }

  /** They are deleted by whoever has fetched them: two that do would meet. */
  @Test
  void filesThatNobodyWaitsForAreLeft(@TempDir Path directory) throws IOException {
    disk.keepMovesIn(directory);
    start();
    put("r", "v");
    CompletableFuture<StoreOffer> offered = driver.moves().offerStore(1);
    runUntil("offer", offered::isDone);
    StoreOffer offer = offered.join();
    Path files = driver.moves().offered(offer.digest()).orElseThrow();
    CompletableFuture<Void> taken = driver.moves().receive(offer, files);
    runUntil("answer", taken::isDone);
    Throwable refused = assertThrows(CompletionException.class, taken::join).getCause();
    assertEquals("nobody waits for them any more", refused.getMessage());
    time.runUntil(time.now() + 100_000);
    assertEquals(offer.files(), DiskFiles.lengths(files));
  }
}
