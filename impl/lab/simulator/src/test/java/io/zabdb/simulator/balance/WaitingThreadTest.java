package io.zabdb.simulator.balance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A thread that runs only while the world waits for it. */
@Timeout(60)
class WaitingThreadTest {

  private final List<String> done = new ArrayList<>();
  private WaitingThread thread;

  private void start(WaitingThread.Work work) {
    thread = new WaitingThread("test", work);
    thread.start();
  }

  private void twice() {
    done.add("a");
    thread.await();
    done.add("b");
    thread.await();
    done.add("c");
  }

  @Test
  void itGoesAsFarAsItIsLet() {
    start(this::twice);
    assertEquals(List.of("a"), done);
    thread.goOn();
    assertEquals(List.of("a", "b"), done);
    assertFalse(thread.isOver());
    thread.goOn();
    assertEquals(List.of("a", "b", "c"), done);
    assertTrue(thread.isOver());
    thread.goOn();
    thread.end();
    assertEquals(3, done.size());
  }

  @Test
  void itEndsWhereItWaits() {
    start(this::twice);
    thread.end();
    assertTrue(thread.isOver());
    assertEquals(List.of("a"), done);
  }

  @Test
  void whatFailsInItFailsTheWorld() {
    IllegalStateException failure =
        assertThrows(
            IllegalStateException.class,
            () ->
                start(
                    () -> {
                      throw new IllegalArgumentException("no");
                    }));
    assertEquals("no", failure.getCause().getMessage());
    assertTrue(thread.isOver());
  }
}
