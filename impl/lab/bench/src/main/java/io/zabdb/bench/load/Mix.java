package io.zabdb.bench.load;

/**
 * How many of the operations write; the others read.
 *
 * @param writePercent 0 to 100
 */
public record Mix(int writePercent) {

  private static final int ALL = 100;

  public Mix {
    if (writePercent < 0 || writePercent > ALL) {
      throw new IllegalArgumentException(
          "a mix of " + writePercent + "% writes, allowed are 0 to 100");
    }
  }

  /**
   * Reads {@code writes}, {@code reads}, or {@code W/R} such as {@code 50/50}: percents of writes
   * and reads.
   *
   * @throws IllegalArgumentException for anything else
   */
  public static Mix parse(String text) {
    if (text.equals("writes")) {
      return new Mix(ALL);
    }
    if (text.equals("reads")) {
      return new Mix(0);
    }
    if (text.matches("[0-9]{1,3}/[0-9]{1,3}")) {
      int slash = text.indexOf('/');
      int writes = Integer.parseInt(text.substring(0, slash));
      if (writes + Integer.parseInt(text.substring(slash + 1)) == ALL) {
        return new Mix(writes);
      }
    }
    throw new IllegalArgumentException(
        "the mix \"" + text + "\" is not writes, reads, or percents of both such as 50/50");
  }

  /** What {@link #parse} reads. */
  @Override
  public String toString() {
    return switch (writePercent) {
      case ALL -> "writes";
      case 0 -> "reads";
      default -> writePercent + "/" + (ALL - writePercent);
    };
  }
}
