package io.zabdb.modelcheck.report;

import java.time.Duration;
import java.util.Locale;

/** How numbers are written in tables. */
public final class Figures {

  private Figures() {}

  /** A count with separators, or a dash if unknown (negative). */
  public static String count(long number) {
    return number < 0 ? "-" : String.format(Locale.ROOT, "%,d", number);
  }

  /** A duration in seconds with one decimal below 100 s. */
  public static String seconds(Duration time) {
    double seconds = time.toMillis() / 1000.0;
    return String.format(Locale.ROOT, seconds < 100 ? "%.1f s" : "%.0f s", seconds);
  }
}
