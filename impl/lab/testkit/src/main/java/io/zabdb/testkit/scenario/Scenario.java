package io.zabdb.testkit.scenario;

import io.zabdb.core.session.Retention;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A story: the group that it is about, and what happens.
 *
 * @param nodes in the group
 * @param seed of all delays
 * @param withinMicros how long an expectation waits that does not say it, in virtual microseconds
 * @param sessions how much leaders keep of sessions
 * @param steps what is done and expected, one after the other
 */
record Scenario(int nodes, long seed, long withinMicros, Retention sessions, List<Line> steps) {

  private static final int MAX_NODES = 7;
  private static final long DEFAULT_WITHIN_MICROS = 10_000_000;

  /**
   * Reads a file.
   *
   * @throws ScenarioException if a setting is not understood
   */
  static Scenario read(Path file) throws IOException {
    return of(file.toString(), Files.readAllLines(file));
  }

  /** Settings come first. */
  static Scenario of(String file, List<String> lines) {
    int nodes = 3;
    long seed = 1;
    long within = DEFAULT_WITHIN_MICROS;
    Retention sessions = Retention.FOREVER;
    List<Line> steps = new ArrayList<>(Line.of(file, lines));
    boolean isHeader = true;
    while (isHeader && !steps.isEmpty()) {
      Words words = new Words(steps.get(0));
      switch (words.word("setting")) {
        case "nodes" -> nodes = words.small("the number of nodes", 1, MAX_NODES);
        case "seed" -> seed = words.number("the seed");
        case "within" -> within = words.micros("the time");
        case "sessions" -> sessions = retention(words);
        default -> isHeader = false;
      }
      if (isHeader) {
        words.end();
        steps.remove(0);
      }
    }
    return new Scenario(nodes, seed, within, sessions, List.copyOf(steps));
  }

  private static Retention retention(Words words) {
    long millis = words.micros("the time") / 1_000;
    return new Retention(
        Math.max(1, millis), words.small("the number of sessions", 1, Integer.MAX_VALUE));
  }
}
