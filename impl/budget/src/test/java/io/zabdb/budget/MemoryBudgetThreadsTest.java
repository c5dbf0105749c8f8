package io.zabdb.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Many threads draw on one budget. */
class MemoryBudgetThreadsTest {

  private static final int THREADS = 4;
  private static final int STEPS = 20_000;
  private static final long LIMIT = 10_000;
  private static final long SEED = 11;
  private static final List<Purpose> PURPOSES =
      List.of(Purpose.ANSWERS, Purpose.REQUESTS, Purpose.PEER_QUEUES);

  private final MemoryBudget budget = MemoryBudget.of(LIMIT, 0, 0);

  /** What the threads themselves believe to have, counted before it is taken away from it. */
  private final AtomicLong held = new AtomicLong();

  private final AtomicLong most = new AtomicLong();

  @Test
  void neverIsMoreLentThanThereIs() throws Exception {
    AtomicInteger refused = new AtomicInteger();
    run(
        random -> {
          MemoryAccount account = budget.account(PURPOSES.get(random.nextInt(PURPOSES.size())));
          long bytes = random.nextLong(account.limit());
          if (account.tryTake(bytes)) {
            most.accumulateAndGet(held.addAndGet(bytes), Math::max);
            Thread.yield();
            held.addAndGet(-bytes);
            account.give(bytes);
          } else {
            refused.incrementAndGet();
          }
        });
    assertTrue(most.get() <= LIMIT, most.toString());
    assertTrue(refused.get() > 0, "nobody was refused: this proves nothing");
    assertNothingIsUsed();
  }

  @Test
  void allWhoWaitAreServedOrGiveUp() throws Exception {
    AtomicInteger served = new AtomicInteger();
    AtomicInteger gaveUp = new AtomicInteger();
    AtomicInteger waited = new AtomicInteger();
    run(
        random -> {
          MemoryAccount account = budget.account(PURPOSES.get(random.nextInt(PURPOSES.size())));
          long bytes = random.nextLong(account.limit());
          CountDownLatch room = new CountDownLatch(1);
          RoomWait wait = account.whenRoom(bytes, room::countDown);
          if (room.getCount() > 0) {
            waited.incrementAndGet();
          }
          if (random.nextInt(4) == 0 && wait.cancel()) {
            gaveUp.incrementAndGet();
            assertEquals(1, room.getCount());
            return;
          }
          // Others hold nothing while they wait, so room comes as soon as they go on.
          assertTrue(room.await(60, TimeUnit.SECONDS), "nobody told of room");
          most.accumulateAndGet(held.addAndGet(bytes), Math::max);
          served.incrementAndGet();
          Thread.yield();
          held.addAndGet(-bytes);
          account.give(bytes);
        });
    assertTrue(most.get() <= LIMIT, most.toString());
    assertEquals(THREADS * STEPS, served.get() + gaveUp.get());
    assertTrue(waited.get() > 0 && gaveUp.get() > 0, "nobody waited: this proves nothing");
    assertNothingIsUsed();
  }

  private void assertNothingIsUsed() {
    assertEquals(0, budget.used(Area.HEAP));
    budget
        .uses()
        .forEach(
            use -> {
              assertEquals(0, use.used(), use.toString());
              assertEquals(0, use.waiting(), use.toString());
            });
  }

  private interface Step {
    void take(SplittableRandom random) throws InterruptedException;
  }

  private static void run(Step step) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> done = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        SplittableRandom random = new SplittableRandom(SEED + i);
        done.add(
            threads.submit(
                () -> {
                  for (int k = 0; k < STEPS; k++) {
                    step.take(random);
                  }
                  return null;
                }));
      }
      for (Future<?> each : done) {
        each.get(120, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
