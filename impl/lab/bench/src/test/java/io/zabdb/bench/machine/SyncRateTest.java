package io.zabdb.bench.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SyncRateTest {

  @TempDir Path folder;

  @Test
  void measuresAndLeavesNothingBehind() throws Exception {
    SyncRate rate = SyncRate.measure(folder, Duration.ofMillis(5));
    assertTrue(rate.perSecond() > 0);
    assertTrue(rate.medianMicros() <= rate.p99Micros());
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(0, left.count());
    }
  }
}
