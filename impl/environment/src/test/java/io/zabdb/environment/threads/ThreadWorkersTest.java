package io.zabdb.environment.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.environment.Worker;
import io.zabdb.environment.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ThreadWorkersTest {

  private final Workers workers = new ThreadWorkers(Thread::new, "-7");

  @Test
  void tasksRunOneAfterTheOtherInOrder() {
    List<Integer> done = new ArrayList<>();
    Worker worker = workers.open("count");
    for (int i = 0; i < 1_000; i++) {
      int n = i;
      assertTrue(worker.submit(() -> done.add(n)));
    }
    worker.close();
    assertEquals(IntStream.range(0, 1_000).boxed().toList(), done);
  }

  @Test
  void aThreadIsCalledByItsPurpose() {
    List<String> names = new ArrayList<>();
    Worker worker = workers.open("apply");
    worker.submit(() -> names.add(Thread.currentThread().getName()));
    worker.close();
    assertEquals(List.of("apply-7"), names);
  }

  @Test
  void whoFindsTooManyWaitingIsTold() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Worker worker = workers.open("slow", 2);
    assertTrue(
        worker.submit(
            () -> {
              begun.countDown();
              await(end);
            }));
    assertTrue(begun.await(30, TimeUnit.SECONDS));
    assertTrue(worker.submit(() -> {}));
    assertTrue(worker.submit(() -> {}));
    assertFalse(worker.submit(() -> {}));
    end.countDown();
    worker.close();
  }

  @Test
  void aClosedOneHasDoneAllAndTakesNothing() {
    List<Integer> done = new ArrayList<>();
    Worker worker = workers.open("last");
    worker.submit(() -> done.add(1));
    worker.submit(() -> done.add(2));
    assertFalse(worker.isClosed());
    worker.close();
    assertEquals(List.of(1, 2), done);
    assertTrue(worker.isClosed());
    assertFalse(worker.submit(() -> done.add(3)));
  }

  @Test
  void anInterruptOfWhoeverClosesIsKept() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    List<Boolean> seen = new ArrayList<>();
    Worker worker = workers.open("busy");
    worker.submit(
        () -> {
          begun.countDown();
          await(end);
          seen.add(Thread.currentThread().isInterrupted());
        });
    assertTrue(begun.await(30, TimeUnit.SECONDS));
    Thread closing =
        new Thread(
            () -> {
              worker.close();
              seen.add(Thread.currentThread().isInterrupted());
            });
    closing.start();
    closing.interrupt();
    while (closing.getState() != Thread.State.TIMED_WAITING || closing.isInterrupted()) {
      Thread.onSpinWait();
    }
    end.countDown();
    closing.join();
    assertEquals(List.of(false, true), seen);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(30, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
