package io.zabdb.modelcheck.verdict;

import io.zabdb.modelcheck.report.Statistics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How long models took when {@code specs/STATISTICS.md} was recorded. A hint for scheduling, never
 * for verdicts.
 */
public final class PastTimes {

  /** The section of the file that holds them. */
  public static final String SECTION = "TLC";

  private final Map<String, Duration> times = new HashMap<>();

  /** Reads the recorded times; none if the file does not exist. */
  public static PastTimes read(Path statistics) throws IOException {
    PastTimes past = new PastTimes();
    for (List<String> row : Statistics.read(statistics).rows(SECTION)) {
      String time = row.get(row.size() - 1).replace(" s", "");
      if (time.matches("\\d+(\\.\\d+)?")) {
        past.times.put(row.get(1), Duration.ofMillis((long) (Double.parseDouble(time) * 1000)));
      }
    }
    return past;
  }

  /** The time that the model with this name took, if it was recorded. */
  public Optional<Duration> of(String model) {
    return Optional.ofNullable(times.get(model));
  }
}
