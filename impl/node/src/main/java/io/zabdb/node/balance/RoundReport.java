package io.zabdb.node.balance;

import java.util.ArrayList;
import java.util.List;

/**
 * What a round of the balancer saw and did, in sentences. Immutable.
 *
 * @param began nanoseconds of {@link System#nanoTime}
 * @param lines at most {@value #MOST_LINES}
 */
public record RoundReport(long began, List<String> lines) {

  /** A plan names as much as it begins, which is bounded; a round that failed says why. */
  static final int MOST_LINES = 200;

  public RoundReport {
    lines = List.copyOf(lines.size() > MOST_LINES ? lines.subList(0, MOST_LINES) : lines);
  }

  /** The same with a line more, if there is room. */
  RoundReport with(String line) {
    List<String> more = new ArrayList<>(lines);
    more.add(line);
    return new RoundReport(began, more);
  }
}
