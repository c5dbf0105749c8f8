package io.zabdb.core.session;

/**
 * How much of clients' sessions a partition is to keep. The leader writes it into each command, so
 * that replicas decide alike, whatever they are set to. Source: {@code Sessions!Kept}.
 *
 * @param millis how long a record is kept at least after the last update of its session, if there
 *     are not too many; at least 1
 * @param records how many are kept at most; at least 1
 */
public record Retention(long millis, long records) {

  /** Keeps everything: what commands mean that say nothing of it. */
  public static final Retention FOREVER = new Retention(Long.MAX_VALUE, Long.MAX_VALUE);

  /** A generation lasts for, and holds, such a part. Source: {@code Sessions!Parts}. */
  private static final int PARTS = 8;

  public Retention {
    if (millis < 1 || records < 1) {
      throw new IllegalArgumentException(
          "records of sessions are to be kept for "
              + millis
              + " ms, at most "
              + records
              + " of them");
    }
  }

  /** How long a generation lasts before it is closed, in milliseconds. */
  long millisOfGeneration() {
    return Math.max(1, millis / PARTS);
  }

  /** How many records a generation holds before it is closed. */
  long recordsOfGeneration() {
    return Math.max(1, records / PARTS);
  }
}
