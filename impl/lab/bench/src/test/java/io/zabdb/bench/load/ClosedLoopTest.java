package io.zabdb.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.bench.fake.FakeStore;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.CheckResult;
import io.zabdb.model.data.Version;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClosedLoopTest {

  private static final int LIMIT_SECONDS = 60;

  private final ScheduledExecutorService pauses = Executors.newSingleThreadScheduledExecutor();
  private final Recording recording = new Recording();
  private final KeySpace keys = new KeySpace(10, 16);

  @AfterEach
  void end() {
    pauses.shutdownNow();
  }

  private ClosedLoop loop(BenchStore store, int clients, Mix mix) {
    return new ClosedLoop(List.of(store), clients, keys, mix, recording, pauses, 1);
  }

  /** Answers when told to. */
  private static final class HeldStore implements BenchStore {
    private final Queue<CompletableFuture<Version>> puts = new ConcurrentLinkedQueue<>();
    private final Queue<CompletableFuture<Optional<Cell>>> gets = new ConcurrentLinkedQueue<>();

    @Override
    public CompletableFuture<Version> put(Bytes row, Bytes value) {
      CompletableFuture<Version> put = new CompletableFuture<>();
      puts.add(put);
      return put;
    }

    @Override
    public CompletableFuture<CheckResult> replace(
        Bytes row, Optional<Bytes> expected, Bytes value) {
      throw new AssertionError("a closed loop puts and gets, and never replaces");
    }

    @Override
    public CompletableFuture<Optional<Cell>> get(Bytes row) {
      CompletableFuture<Optional<Cell>> get = new CompletableFuture<>();
      gets.add(get);
      return get;
    }
  }

  @Test
  void eachClientHasOneOperationUnderWay() {
    HeldStore store = new HeldStore();
    ClosedLoop loop = loop(store, 3, new Mix(100));
    loop.start();
    assertEquals(3, store.puts.size());
    for (int i = 0; i < 5; i++) {
      store.puts.remove().complete(new Version(0, 1, i));
      assertEquals(3, store.puts.size());
    }
    CompletableFuture<Void> stopped = loop.stop();
    assertTrue(!stopped.isDone());
    store.puts.forEach(put -> put.complete(new Version(0, 1, 9)));
    assertTrue(stopped.isDone());
    assertEquals(3, store.puts.size());
    Recording.Taken taken = recording.take();
    assertEquals(8, taken.writes().getTotalCount());
    assertEquals(0, taken.reads().getTotalCount());
  }

  @Test
  void mixesAsAsked() {
    HeldStore store = new HeldStore();
    loop(store, 1_000, new Mix(30)).start();
    assertEquals(300, store.puts.size(), 60);
    assertEquals(1_000, store.puts.size() + store.gets.size());
  }

  @Test
  void answersAtOnceDoNotFillTheStack() throws Exception {
    CountDownLatch writes = new CountDownLatch(100_000);
    FakeStore store = new FakeStore(false);
    ClosedLoop loop = loop(store, 1, new Mix(100));
    store.mishaps(
        isConditional -> {
          writes.countDown();
          return FakeStore.Mishap.NONE;
        });
    Thread runner = new Thread(loop::start);
    runner.start();
    assertTrue(writes.await(LIMIT_SECONDS, TimeUnit.SECONDS));
    loop.stop().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    runner.join();
    assertTrue(recording.take().writes().getTotalCount() >= 100_000 - 1);
  }

  @Test
  void whoGetsAnErrorGoesOn() throws Exception {
    FakeStore store = new FakeStore(true);
    CountDownLatch refused = new CountDownLatch(6);
    store.mishaps(
        isConditional -> {
          refused.countDown();
          return FakeStore.Mishap.REFUSED;
        });
    ClosedLoop loop = loop(store, 2, new Mix(100));
    loop.start();
    assertTrue(refused.await(LIMIT_SECONDS, TimeUnit.SECONDS));
    loop.stop().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    Recording.Taken taken = recording.take();
    assertTrue(taken.errors().get("OVERLOADED") >= 6, taken.errors().toString());
    assertEquals(0, taken.all().getTotalCount());
  }

  @Test
  void aRowThatIsMissingIsAnError() throws Exception {
    HeldStore store = new HeldStore();
    ClosedLoop loop = loop(store, 1, new Mix(0));
    loop.start();
    store.gets.remove().complete(Optional.empty());
    loop.stop().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    assertEquals(Map.of("MissingRow", 1L), recording.take().errors());
  }

  @Test
  void loadsEveryRow() throws Exception {
    FakeStore store = new FakeStore(true);
    Loader.load(store, new KeySpace(1_000, 16), 1);
    assertEquals(1_000, store.rows());
  }

  @Test
  void aLoadThatFailsSaysWhy() {
    FakeStore store = new FakeStore(true);
    store.mishaps(isConditional -> FakeStore.Mishap.REFUSED);
    CompletionException failure =
        assertThrows(CompletionException.class, () -> Loader.load(store, keys, 1));
    assertEquals("OVERLOADED", ErrorNames.of(failure));
  }
}
