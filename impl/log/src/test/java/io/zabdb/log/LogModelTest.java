package io.zabdb.log;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Random runs against a model. {@code -Dzabdb.log.from=SEED -Dzabdb.log.seeds=N} chooses others.
 */
class LogModelTest {

  private static final int STEPS = 80;

  @Test
  void whatIsRecoveredIsWhatTheModelAllows() {
    long from = Long.getLong("zabdb.log.from", 1);
    long seeds = Long.getLong("zabdb.log.seeds", 4000);
    Map<String, Integer> counts = new TreeMap<>();
    for (long seed = from; seed < from + seeds; seed++) {
      new RandomRun(seed, counts).run(STEPS);
    }
    System.out.println("log model: seeds from " + from + ", " + seeds + " of them, " + counts);
    if (seeds >= 1000) {
      for (String event :
          List.of(
              "disk full",
              "entries lost",
              "entry again",
              "flip noticed",
              "flip harmless or cut",
              "power lost in recovery",
              "power lost in append",
              "power lost in sync",
              "power lost in truncate",
              "power lost in purge",
              "power lost in reset",
              "power lost in ACCEPTED",
              "power lost in CURRENT",
              "power lost in spares",
              "no room for a spare")) {
        assertTrue(counts.getOrDefault(event, 0) >= 30, event + " hardly ever: " + counts);
      }
    }
  }
}
