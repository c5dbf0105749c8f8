package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.environment.Workers;
import io.zabdb.replica.move.GroupPost;
import io.zabdb.replica.settings.MoveBounds;
import io.zabdb.shard.Birth;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.Timeline;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A replica whose log and store are open, and that cannot be started all the same. */
class FailedStartTest {

  @TempDir Path directory;

  private static Workers without(Workers workers, String missing) {
    return (purpose, most) -> {
      if (purpose.equals(missing)) {
        throw new IllegalStateException("no thread for " + missing);
      }
      return workers.open(purpose, most);
    };
  }

  /** Its log would be in use until the process ends. */
  @Test
  void itCanBeStartedLater() throws IOException {
    Timeline time = new Timeline();
    MovingReplica replica =
        new MovingReplica(
            3,
            List.of(),
            directory,
            time,
            new SeededRandom(1, "starts"),
            GroupPost.NONE,
            MoveBounds.DEFAULT);
    IllegalStateException failed =
        assertThrows(
            IllegalStateException.class, () -> replica.start(workers -> without(workers, "scrub")));
    assertEquals("no thread for scrub", failed.getMessage());
    replica.start();
    CompletableFuture<Birth> birth = replica.driver().moves().birth();
    for (int step = 0; !birth.isDone(); step++) {
      assertTrue(step < 100_000, () -> "no answer, " + replica.failure());
      time.runUntil(time.now() + 500);
    }
  }
}
