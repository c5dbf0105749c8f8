package io.zabdb.node.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class GatheredAnswersTest {

  /** One after the other, they would take a thousand times as long. */
  @Test
  void thoseThatAreSilentAreWaitedForTogether() {
    List<CompletableFuture<String>> asked = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      asked.add(new CompletableFuture<>());
    }
    asked.set(7, CompletableFuture.failedFuture(new IllegalStateException("closing")));
    asked.set(999, CompletableFuture.completedFuture("here"));
    // One that waits without end must fail, too.
    assertEquals(
        List.of("here"),
        assertTimeoutPreemptively(
            Duration.ofSeconds(60), () -> GatheredAnswers.within(Duration.ofMillis(500), asked)));
  }
}
