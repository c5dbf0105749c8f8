package io.zabdb.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What tests ask of a run. */
final class SeedRuns {

  private SeedRuns() {}

  /**
   * Asserts that a run without faults went well, and that nobody was refused anything but
   * operators.
   */
  static void withoutFailures(NodeResult result) {
    assertEquals("", result.message());
    result
        .counts()
        .all()
        .keySet()
        .forEach(
            name ->
                assertTrue(!name.contains("failed") || name.startsWith("operator"), () -> name));
  }
}
