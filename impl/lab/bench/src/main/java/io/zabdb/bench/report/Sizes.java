package io.zabdb.bench.report;

import java.util.List;

/** Sizes as the options of nodes have them: {@code 40MiB}. */
public final class Sizes {

  private static final List<String> UNITS = List.of("", "KiB", "MiB", "GiB", "TiB");
  private static final int BITS_PER_UNIT = 10;

  /** So that no size overflows. */
  private static final int MAX_DIGITS = 18;

  private static final int MAX_DIGITS_OF_UNITS = 6;

  private Sizes() {}

  /**
   * Reads a whole number of bytes, KiB, MiB, GiB or TiB; without unit, bytes.
   *
   * @throws IllegalArgumentException for anything else
   */
  public static long parse(String text) {
    String digits = text.replaceFirst("[A-Za-z]*$", "");
    int unit = UNITS.indexOf(text.substring(digits.length()));
    boolean fits = digits.length() <= (unit == 0 ? MAX_DIGITS : MAX_DIGITS_OF_UNITS);
    if (unit < 0 || !fits || !digits.matches("[0-9]+")) {
      throw new IllegalArgumentException(
          "the size \"" + text + "\" is not a number with KiB, MiB, GiB, TiB or none behind it");
    }
    return Long.parseLong(digits) << (BITS_PER_UNIT * unit);
  }
}
