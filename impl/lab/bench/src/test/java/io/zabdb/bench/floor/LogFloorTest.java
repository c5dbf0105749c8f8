package io.zabdb.bench.floor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFloorTest {

  @TempDir Path folder;

  @Test
  void measuresALog() throws Exception {
    LogFloor.Result result =
        LogFloor.measure(folder.resolve("log"), 3, 100, 1, Duration.ZERO, Duration.ofMillis(200));
    assertEquals(3, result.clients());
    assertTrue(result.latency().count() > 0);
    assertTrue(result.perSecond() > 0);
    // A client has one entry under way: a sync never covers more than one of each.
    assertTrue(result.perSecond() <= 3.01 * result.syncsPerSecond(), result.toString());
  }
}
