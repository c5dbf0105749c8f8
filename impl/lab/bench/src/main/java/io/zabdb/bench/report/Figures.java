package io.zabdb.bench.report;

import java.time.Duration;
import java.util.Locale;

/** Figures as text, with as many digits as mean something. */
public final class Figures {

  private static final double MICROS_PER_MILLI = 1_000;
  private static final double BYTES_PER_MIB = 1 << 20;

  private Figures() {}

  /** A whole number, with commas: {@code 12,345}. */
  public static String whole(double figure) {
    return String.format(Locale.ROOT, "%,.0f", figure);
  }

  /** With one digit behind the point. */
  public static String tenths(double figure) {
    return String.format(Locale.ROOT, "%,.1f", figure);
  }

  /** Microseconds as milliseconds: {@code 1.234}. */
  public static String millis(double micros) {
    return String.format(Locale.ROOT, "%,.3f", micros / MICROS_PER_MILLI);
  }

  /** Bytes as whole MiB. */
  public static String mebibytes(double bytes) {
    return whole(bytes / BYTES_PER_MIB);
  }

  /** A time as milliseconds with one digit behind the point. */
  public static String millis(Duration time) {
    return tenths(time.toNanos() / 1e6);
  }
}
