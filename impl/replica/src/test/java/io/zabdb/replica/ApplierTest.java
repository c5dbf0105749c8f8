package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.budget.MemoryBudget;
import io.zabdb.budget.Purpose;
import io.zabdb.core.message.Entry;
import io.zabdb.core.step.Refusal;
import io.zabdb.environment.threads.ThreadWorkers;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Family;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.replica.health.NodeHealth;
import io.zabdb.shard.Birth;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.ShardCommand;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.command.CommandCodec;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.command.Structure;
import io.zabdb.storage.command.StructureCodec;
import io.zabdb.storage.engine.Snapshot;
import io.zabdb.storage.engine.TreeEngine;
import io.zabdb.storage.memory.MemoryDisk;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ApplierTest {

  private static final Entry FIRST = new Entry(1, 1, 7, 1, new byte[0]);

  private final ReplicaStore store = new ReplicaStore(TreeEngine.inMemory(new MemoryDisk()));
  private final Readers readers =
      new Readers(
          store,
          new DamageWatch(new NodeHealth(), 0, new NotedDamage()),
          new ThreadWorkers(Thread::new, "-0"));
  private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
  private final Applier applier =
      new Applier(
          store,
          readers,
          new Counting(),
          new StepLoop(),
          failure::complete,
          MemoryBudget.of(1 << 20, 0, 0).account(Purpose.APPLY_QUEUE),
          new ThreadWorkers(Thread::new, "-0"));

  private final AtomicLong batches = new AtomicLong();

  /** What happens while entries are being applied. */
  private volatile Runnable meanwhile = () -> {};

  private final AtomicLong inVain = new AtomicLong();

  private final class Counting implements Applier.Progress {
    @Override
    public void applied(int entries, long bytes) {
      batches.incrementAndGet();
      meanwhile.run();
    }

    @Override
    public void inVain(long updates) {
      inVain.addAndGet(updates);
    }
  }

  @AfterEach
  void close() {
    applier.close();
    readers.close();
    store.close();
  }

  /** An update that waits for an entry. */
  private static final class Waiting implements UpdateCallback {
    @Override
    public boolean isAbandoned() {
      return false;
    }

    @Override
    public void abandoned() {
      throw new AssertionError("nobody waits for too long");
    }

    private final CompletableFuture<Object> outcome = new CompletableFuture<>();

    Answers.Answer answer(long index) {
      return new Answers.Answer("", List.of(), 7, 1, index, this);
    }

    @Override
    public void answered(Result result, long index) {
      outcome.complete(result);
    }

    @Override
    public void refusedWhenApplied() {
      outcome.complete("refused when applied");
    }

    @Override
    public void forgotten(boolean isSessionKnown) {
      outcome.complete("forgotten");
    }

    @Override
    public void refused(Refusal refusal, int leader) {
      outcome.complete(refusal);
    }

    @Override
    public void notAdmitted(String why) {
      outcome.complete(why);
    }

    @Override
    public void apart(String why) {
      outcome.complete(why);
    }

    @Override
    public void unknown() {
      outcome.complete("unknown");
    }

    @Override
    public void diskFull() {
      outcome.complete("disk full");
    }
  }

  /** A read that waits for an entry. */
  private static final class Reading implements ReadCallback {

    private final CompletableFuture<Long> seen = new CompletableFuture<>();

    WaitingReads.Reads at(long length) {
      return new WaitingReads.Reads(length, List.of(this));
    }

    @Override
    public boolean isLong() {
      return false;
    }

    @Override
    public void read(Snapshot snapshot) {
      seen.complete(snapshot.length());
    }

    @Override
    public void refused(Refusal refusal, int leader) {
      seen.completeExceptionally(new IllegalStateException(refusal.name()));
    }

    @Override
    public void failed(RuntimeException cause) {
      seen.completeExceptionally(cause);
    }
  }

  @Test
  void updatesAndReadsWaitForTheirEntry() throws Exception {
    Waiting update = new Waiting();
    Reading read = new Reading();
    applier.handOver(List.of(), List.of(update.answer(1)), List.of(read.at(1)));
    applier.handOver(List.of(FIRST), List.of(), List.of());
    assertEquals(new Result.Nothing(), update.outcome.get());
    assertEquals(1, read.seen.get());
    assertEquals(1, applier.applied().length());
  }

  @Test
  void afterAFailureNobodyWaitsForEver() throws Exception {
    Waiting before = new Waiting();
    Reading readBefore = new Reading();
    applier.handOver(List.of(), List.of(before.answer(9)), List.of(readBefore.at(9)));
    // An entry that does not come after the one before.
    applier.handOver(List.of(FIRST, FIRST), List.of(), List.of());
    assertTrue(failure.get() instanceof IllegalArgumentException, failure.get()::toString);
    assertEquals("unknown", before.outcome.get());
    failed(readBefore);
    Waiting after = new Waiting();
    Reading readAfter = new Reading();
    applier.handOver(List.of(), List.of(after.answer(9)), List.of(readAfter.at(9)));
    assertEquals("unknown", after.outcome.get());
    failed(readAfter);
  }

  private static void failed(Reading read) throws InterruptedException {
    try {
      throw new AssertionError("was read at " + read.seen.get());
    } catch (ExecutionException e) {
      assertEquals("the replica is closing", e.getCause().getMessage());
    }
  }

  @Test
  void whoWaitsForWhatWasNotPassedOnCanBeSentAway() throws Exception {
    Waiting applied = new Waiting();
    Waiting waits = new Waiting();
    Reading read = new Reading();
    Reading waitsToo = new Reading();
    applier.handOver(
        List.of(),
        List.of(applied.answer(1), waits.answer(2)),
        List.of(read.at(1), waitsToo.at(2)));
    applier.handOver(List.of(FIRST), List.of(), List.of());
    assertEquals(1, read.seen.get());
    assertFalse(waits.outcome.isDone());
    assertFalse(waitsToo.seen.isDone());
    applier.leaveWhatWaits();
    assertEquals("unknown", waits.outcome.get());
    ExecutionException refused = assertThrows(ExecutionException.class, () -> waitsToo.seen.get());
    assertEquals("NOT_LEADER", refused.getCause().getMessage());
    assertEquals(new Result.Nothing(), applied.outcome.get());
    Waiting next = new Waiting();
    applier.handOver(List.of(entry(2)), List.of(next.answer(2)), List.of());
    assertEquals(new Result.Nothing(), next.outcome.get());
  }

  /** Nothing comes behind it that would have the worker look again. */
  @Test
  void whoWaitsIsSentAwayAlsoWhileTheLastEntriesAreApplied() throws Exception {
    Waiting waits = new Waiting();
    applier.handOver(List.of(), List.of(waits.answer(2)), List.of());
    meanwhile = applier::leaveWhatWaits;
    applier.handOver(List.of(FIRST), List.of(), List.of());
    assertEquals("unknown", waits.outcome.get());
  }

  private static Entry entry(long seq) {
    return new Entry(1, seq, 7, seq, new byte[0]);
  }

  /** It used to wait for that state for ever, and to apply nothing any more. */
  @Test
  void aStateThatACheckpointSkippedIsNotWaitedFor() throws Exception {
    CompletableFuture<String> stop = new CompletableFuture<>();
    assertTrue(
        applier.stopAt(2, lent -> stop.complete("has come to it"), () -> stop.complete("passed")));
    applier.handOver(List.of(FIRST), List.of(), List.of());
    CompletableFuture<Void> replaced = new CompletableFuture<>();
    applier.replace(
        () -> {
          store.engine().apply(List.of(entry(2), entry(3)));
          replaced.complete(null);
        });
    replaced.get();
    assertEquals("passed", stop.get());
    Waiting update = new Waiting();
    applier.handOver(List.of(entry(4)), List.of(update.answer(4)), List.of());
    assertEquals(new Result.Nothing(), update.outcome.get());
    assertEquals(4, applier.applied().length());
  }

  /** No entry may come behind the checkpoint for long. */
  @Test
  void readsThatWaitForWhatAStoreBringsAreStarted() throws Exception {
    Reading reading = new Reading();
    applier.handOver(List.of(FIRST), List.of(), List.of(reading.at(3)));
    applier.replace(() -> store.engine().apply(List.of(entry(2), entry(3))));
    assertEquals(3, reading.seen.get());
  }

  /** Of those who ask none is forgotten, also while somebody uses the store. */
  @Test
  void storesAreReplacedOneAfterTheOther() throws Exception {
    Snapshot used = store.lend();
    List<String> done = new CopyOnWriteArrayList<>();
    CompletableFuture<Void> last = new CompletableFuture<>();
    applier.replace(() -> done.add("a store of another member"));
    applier.replace(
        () -> {
          done.add("a checkpoint");
          last.complete(null);
        });
    assertEquals(List.of(), done);
    store.giveBack(used);
    last.get();
    assertEquals(List.of("a store of another member", "a checkpoint"), done);
  }

  /** A command of the group's own is applied alone; an update that nobody takes is a defect. */
  @Test
  void whatWasLoggedInVainIsCounted() throws Exception {
    Structure founding =
        new Structure(
            ShardCommand.found(
                new Birth(1, 2), List.of(new PartitionId("p", new TokenRange(0, 1)))),
            List.of(Family.of("f")));
    byte[] put =
        CommandCodec.encode(
            new Command(
                "p",
                1,
                new Action.Mutate(
                    new RowMutation(Bytes.of("r"), List.of(new Change.DeleteRow())))));
    Waiting update = new Waiting();
    applier.handOver(
        List.of(
            FIRST,
            new Entry(1, 2, Structure.SESSION, 1, StructureCodec.encode(founding)),
            new Entry(1, 3, 8, 1, put),
            entry(4)),
        List.of(update.answer(4)),
        List.of());
    update.outcome.get();
    assertEquals(4, applier.applied().length());
    assertEquals(3, batches.get());
    assertEquals(1, inVain.get());
  }

  @Test
  void whoWaitsForAStateHearsOfTheEnd() throws Exception {
    CompletableFuture<String> stop = new CompletableFuture<>();
    assertTrue(applier.stopAt(2, lent -> {}, () -> stop.complete("passed")));
    applier.close();
    assertEquals("passed", stop.get());
    assertFalse(applier.stopAt(3, lent -> {}, () -> {}));
  }
}
