package io.zabdb.node.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.environment.Loop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class DeadlinesTest {

  /** Does everything at once. */
  private static final class Here implements Loop {

    @Override
    public void execute(Runnable action) {
      action.run();
    }

    @Override
    public boolean isInside() {
      return true;
    }

    @Override
    public Timer schedule(long nanos, Runnable action) {
      throw new IllegalStateException("timers are due by hand");
    }
  }

  private final HandTimers timers = new HandTimers(new Here());
  private final Deadlines deadlines = new Deadlines(timers);
  private final CompletableFuture<String> asked = new CompletableFuture<>();

  private void passMillis(long millis) {
    timers.pass(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  @Test
  void whatIsAnsweredInTimeLeavesNoTimerBehind() {
    CompletableFuture<String> answer = deadlines.within(100, asked);
    passMillis(99);
    assertFalse(answer.isDone());
    asked.complete("known");
    assertEquals(0, timers.waiting());
    passMillis(1);
    assertEquals("known", answer.join());
  }

  @Test
  void whatIsLateFailsAndSaysHowLongItWasWaitedFor() {
    CompletableFuture<String> answer = deadlines.within(100, asked);
    passMillis(100);
    CompletionException late = assertThrows(CompletionException.class, answer::join);
    assertInstanceOf(TimeoutException.class, late.getCause());
    assertEquals("no answer within 100 ms", late.getCause().getMessage());
    assertFalse(asked.complete("too late"));
  }

  @Test
  void whatIsLateFailsAsTheCallerLikes() {
    CompletableFuture<String> answer =
        deadlines.within(100, asked, () -> new IllegalStateException("nobody leads"));
    passMillis(100);
    CompletionException late = assertThrows(CompletionException.class, answer::join);
    assertTrue(late.getMessage().contains("nobody leads"), late::getMessage);
  }
}
