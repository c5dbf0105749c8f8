package io.zabdb.modelcheck.specs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PaceTest {

  private static CompletableFuture<Void> acquire(Pace pace, int width) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            pace.acquire(width);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        },
        task -> new Thread(task, "model").start());
  }

  @Test
  void allPlacesAtOnce() throws Exception {
    Pace pace = Pace.full();
    pace.begin(3);
    assertFalse(pace.isYielding());
    pace.acquire(2);
    pace.acquire(1);
    CompletableFuture<Void> next = acquire(pace, 1);
    assertFalse(next.isDone());
    pace.release(1);
    next.get(30, TimeUnit.SECONDS);
  }

  @Test
  void onePlaceUntilNothingElseRuns() throws Exception {
    Pace pace = Pace.yielding();
    pace.begin(2);
    assertTrue(pace.isYielding());
    assertEquals(1, pace.free());
    CompletableFuture<Void> wide = acquire(pace, 2);
    pace.hurry();
    wide.get(30, TimeUnit.SECONDS);
    assertFalse(pace.isYielding());
    pace.release(2);
    pace.hurry();
    assertEquals(2, pace.free());
  }

  @Test
  void whoHurriesBeforeTheModelsAreReadGivesAllPlaces() {
    Pace pace = Pace.yielding();
    pace.hurry();
    assertEquals(0, pace.free());
    pace.begin(2);
    assertEquals(2, pace.free());
  }
}
