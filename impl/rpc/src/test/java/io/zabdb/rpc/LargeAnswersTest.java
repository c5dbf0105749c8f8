package io.zabdb.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.budget.MemoryAccount;
import io.zabdb.budget.MemoryBudget;
import io.zabdb.budget.Purpose;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Large answers of a connection wait for room, and not for ever. */
@Timeout(120)
class LargeAnswersTest {

  private static final int ROUNDS = 20_000;
  private static final long BYTES = 1 << 20;

  private final MemoryBudget budget = MemoryBudget.of(64 << 20, 0, 0);
  private final MemoryAccount account = budget.account(Purpose.LARGE_ANSWERS);
  private final LargeAnswers answers = new LargeAnswers(new Admission(budget, 1));
  private final ExecutorService other = Executors.newSingleThreadExecutor();
  private final CyclicBarrier both = new CyclicBarrier(2);

  @AfterEach
  void end() {
    other.shutdown();
  }

  private void meet() {
    try {
      both.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** What is granted behind that is never given back. */
  @Test
  void aWaitThatExpiresWhenThereIsRoomEndsOnce() throws Exception {
    long all = account.limit();
    AtomicInteger granted = new AtomicInteger();
    AtomicInteger givenUp = new AtomicInteger();
    for (int round = 1; round <= ROUNDS; round++) {
      answers.take(all);
      LargeAnswers.AnswerWait wait =
          answers.whenRoom(BYTES, granted::incrementAndGet, givenUp::incrementAndGet);
      int before = granted.get();
      Future<?> room =
          other.submit(
              () -> {
                meet();
                answers.give(all);
              });
      meet();
      wait.expire();
      room.get();
      assertEquals(round, granted.get() + givenUp.get());
      if (granted.get() > before) {
        answers.give(BYTES);
      }
      assertEquals(0, account.used(), "round " + round);
    }
  }
}
