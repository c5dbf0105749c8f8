package io.zabdb.testkit.sim.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.environment.Loop;
import io.zabdb.environment.Worker;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Loops, workers and clocks of a process in virtual time. */
class VirtualProcessTest {

  private static final long TASK_MICROS = 10;

  private final Timeline time = new Timeline();
  private final VirtualProcess process = new VirtualProcess(time);
  private final Loop loop = new VirtualLoop(process, new SeededRandom(1, "loop"));
  private final VirtualWorkers workers =
      new VirtualWorkers(process, new SeededRandom(1, "workers"), (purpose, any) -> TASK_MICROS);
  private final VirtualClock clock = new VirtualClock(process, 3, () -> 42);
  private final List<Object> done = new ArrayList<>();

  private void runFor(long micros) {
    time.runUntil(time.now() + micros);
  }

  @Test
  void aLoopRunsActionsInOrderAndNeverBeforeTheCallReturns() {
    for (int i = 0; i < 100; i++) {
      int n = i;
      loop.execute(() -> done.add(n));
      assertTrue(done.isEmpty());
    }
    runFor(20_000);
    assertEquals(IntStream.range(0, 100).boxed().toList(), done);
  }

  @Test
  void whatAnActionPostsComesBehindWhatWaitsInTheSameTurn() {
    loop.execute(
        () -> {
          loop.execute(() -> done.add("posted"));
          loop.run(() -> done.add("run"));
          assertTrue(loop.isInside());
        });
    loop.execute(() -> done.add("second"));
    runFor(20_000);
    assertFalse(loop.isInside());
    assertEquals(List.of("run", "second", "posted"), done);
  }

  @Test
  void aTimerIsDueWhenItIsDueUnlessItIsCancelled() {
    loop.schedule(1_000_000, () -> done.add(time.now()));
    Loop.Timer cancelled = loop.schedule(1_000_000, () -> done.add("cancelled"));
    runFor(999);
    cancelled.cancel();
    assertTrue(done.isEmpty());
    runFor(20_000);
    assertEquals(1, done.size());
    assertTrue((long) done.get(0) >= 1_000, done.toString());
  }

  @Test
  void aWorkerTakesItsTimeForEachTask() {
    Worker worker = workers.open("apply");
    for (int i = 0; i < 3; i++) {
      worker.submit(() -> done.add(time.now()));
    }
    runFor(1_000);
    assertEquals(List.of(10L, 20L, 30L), done);
  }

  @Test
  void twoWorkersWorkAtTheSameTime() {
    for (String purpose : List.of("apply", "read")) {
      workers.open(purpose).submit(() -> done.add(time.now()));
    }
    runFor(1_000);
    assertEquals(List.of(10L, 10L), done);
  }

  /** A task that waits for a disk: its clock goes on, and what it hands over comes later. */
  @Test
  void whatATaskIsChargedDelaysWhatFollowsItAndNobodyElse() {
    Worker slow = workers.open("log-sync");
    slow.submit(
        () -> {
          long begin = clock.nanos();
          process.charge(5_000_000);
          assertEquals(5_000_000_000L, clock.nanos() - begin);
          loop.execute(() -> done.add("synced"));
          workers.open("next").submit(() -> done.add("next at " + time.now()));
        });
    slow.submit(() -> done.add("second at " + time.now()));
    runFor(1_000);
    loop.execute(() -> done.add("loop"));
    runFor(4_000_000);
    assertEquals(List.of("loop"), done);
    runFor(2_000_000);
    assertEquals(
        List.of("loop", "next at 5000020", "second at 5000020", "synced"),
        done.stream().sorted().toList());
  }

  @Test
  void aLoopThatWaitsForADiskIsBusy() {
    loop.execute(() -> process.charge(70_000));
    loop.execute(() -> done.add(time.now()));
    runFor(69_000);
    assertTrue(done.isEmpty());
    runFor(100_000);
    assertTrue((long) done.get(0) >= 70_000);
  }

  @Test
  void whoFindsTooManyWaitingIsTold() {
    Worker worker = workers.open("slow", 2);
    List<Boolean> taken = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      taken.add(worker.submit(() -> {}));
    }
    assertEquals(List.of(true, true, true, false), taken);
    runFor(TASK_MICROS);
    assertTrue(worker.submit(() -> {}));
    assertFalse(worker.submit(() -> {}));
  }

  @Test
  void aClosedWorkerHasDoneAllAndTakesNothing() {
    Worker worker = workers.open("last");
    worker.submit(() -> done.add(1));
    worker.submit(() -> done.add(2));
    worker.close();
    assertEquals(List.of(1, 2), done);
    assertTrue(worker.isClosed());
    assertFalse(worker.submit(() -> done.add(3)));
    runFor(1_000);
    assertEquals(List.of(1, 2), done);
  }

  @Test
  void nothingHappensAfterTheEnd() {
    Worker worker = workers.open("apply");
    worker.submit(() -> done.add("task"));
    loop.execute(() -> done.add("action"));
    loop.schedule(5_000, () -> done.add("timer"));
    process.end();
    assertFalse(worker.submit(() -> done.add("late task")));
    loop.execute(() -> done.add("late action"));
    runFor(1_000_000);
    assertEquals(List.of(), done);
  }

  @Test
  void anEndInTheMiddleOfATurnIsTheEndOfIt() {
    loop.execute(process::end);
    loop.execute(() -> done.add("action"));
    runFor(1_000_000);
    assertEquals(List.of(), done);
  }

  @Test
  void aPausedProcessDoesEverythingLater() {
    Worker worker = workers.open("apply");
    process.pause();
    worker.submit(() -> done.add("task"));
    loop.schedule(5_000_000_000L, () -> done.add("timer"));
    loop.execute(() -> done.add("action"));
    runFor(1_000_000);
    assertEquals(List.of(), done);
    process.resume();
    runFor(20_000);
    assertEquals(List.of("action", "task"), done.stream().sorted().toList());
    runFor(1_000_000);
    assertEquals(2, done.size());
    runFor(4_100_000);
    assertEquals("timer", done.get(2));
  }

  @Test
  void theClockIsThatOfItsMachine() {
    runFor(7);
    assertEquals(3_007_000, clock.nanos());
    assertEquals(42, clock.millis());
  }

  @Test
  void theUsualPaceDiffers() {
    SeededRandom random = new SeededRandom(5, "pace");
    long distinct =
        IntStream.range(0, 1_000)
            .mapToLong(i -> VirtualWorkers.Pace.USUAL.micros("apply", random))
            .peek(micros -> assertTrue(micros >= 0 && micros <= 5_000))
            .distinct()
            .count();
    assertTrue(distinct > 50);
  }
}
