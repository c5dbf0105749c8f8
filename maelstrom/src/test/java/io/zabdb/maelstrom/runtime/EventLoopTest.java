package io.zabdb.maelstrom.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What the loop does before it waits. */
class EventLoopTest {

  private final EventLoop loop = new EventLoop();

  @Test
  void itIsDoneWhenNothingIsLeftToDo() throws Exception {
    List<String> done = new ArrayList<>();
    loop.beforeWaiting(
        () -> {
          done.add("second");
          loop.stop();
        });
    loop.beforeWaiting(() -> done.add("first"));
    loop.execute(() -> loop.execute(() -> done.add("task of a task")));
    loop.execute(() -> done.add("task"));
    loop.after(0, () -> {});
    loop.run();
    assertEquals(List.of("task", "task of a task", "first", "second"), done);
  }

  /** Else nobody would hear of a node that is busy. */
  @Test
  void itIsDoneThoughThereIsAlwaysSomethingToDo() throws Exception {
    AtomicInteger tasks = new AtomicInteger();
    AtomicInteger times = new AtomicInteger();
    loop.beforeWaiting(times::incrementAndGet);
    again(tasks);
    loop.run();
    assertTrue(
        times.get() >= 5 && times.get() <= 100, () -> times + " times in " + tasks + " tasks");
  }

  private void again(AtomicInteger tasks) {
    loop.execute(
        () -> {
          if (tasks.incrementAndGet() < 1_000) {
            again(tasks);
          } else {
            loop.stop();
          }
        });
  }

  /** What it gives itself before it waits is done at once. */
  @Test
  void whatIsGivenBeforeWaitingIsDone() throws Exception {
    loop.beforeWaiting(() -> loop.execute(loop::stop));
    loop.execute(() -> {});
    loop.run();
  }
}
