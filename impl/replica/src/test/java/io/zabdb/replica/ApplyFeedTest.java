package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.zabdb.budget.MemoryBudget;
import io.zabdb.budget.Purpose;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import io.zabdb.environment.peer.EntryLog;
import io.zabdb.replica.health.NodeHealth;
import io.zabdb.storage.engine.TreeEngine;
import io.zabdb.storage.memory.MemoryDisk;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ApplyFeedTest {

  private static final int LENGTH = 20;

  /** What the queue has room for: two entries. */
  private static final long ROOM = 200;

  private final ReplicaStore store = new ReplicaStore(TreeEngine.inMemory(new MemoryDisk()));
  private final StepWorkers workers = new StepWorkers();
  private final Readers readers =
      new Readers(store, new DamageWatch(new NodeHealth(), 0, new NotedDamage()), workers);
  private final Applier applier =
      new Applier(
          store,
          readers,
          new Applier.Progress() {
            @Override
            public void applied(int entries, long bytes) {}

            @Override
            public void inVain(long updates) {
              fail("no update was logged in vain");
            }
          },
          new StepLoop(),
          failure -> fail(failure),
          MemoryBudget.of(1 << 20, 0, 0).account(Purpose.APPLY_QUEUE),
          workers);
  private final ApplyFeed feed =
      new ApplyFeed(
          applier,
          ROOM,
          new Log(),
          task -> fail("all is in memory"),
          Runnable::run,
          () -> {},
          failure -> fail(failure));

  /** All is in memory. */
  private static final class Log implements EntryLog {

    @Override
    public long indexOf(Zxid zxid) {
      return zxid.counter();
    }

    @Override
    public Entry inMemory(long index) {
      return new Entry(1, index, 7, index, new byte[0]);
    }

    @Override
    public List<Entry> read(long first, long last, long maxBytes) {
      throw new AssertionError("all is in memory");
    }
  }

  @AfterEach
  void close() {
    feed.close();
    workers.runAll();
    applier.close();
    readers.close();
    store.close();
  }

  private List<Long> taken(long end) {
    return feed.take(end).stream().map(Entry::counter).toList();
  }

  @Test
  void noMoreIsTakenThanThereIsRoomFor() {
    assertEquals(List.of(1L, 2L), taken(LENGTH));
    assertEquals(2, feed.handedOver());
    assertTrue(feed.isBehind());
  }

  /** What was told of before there was room for it is not taken when it must not be any more. */
  @Test
  void whatIsHeldIsNotTakenThoughItWasToldOf() {
    assertEquals(List.of(1L, 2L), taken(LENGTH));
    assertEquals(List.of(), taken(2));
    assertEquals(List.of(3L), taken(3));
    assertEquals(List.of(), taken(0));
    assertEquals(List.of(4L, 5L), taken(LENGTH));
  }

  @Test
  void itGoesOnBehindAStoreThatWasTaken() {
    assertEquals(List.of(1L, 2L), taken(2));
    feed.goOnBehind(7);
    assertEquals(7, feed.handedOver());
    assertEquals(List.of(8L, 9L), taken(LENGTH));
  }
}
