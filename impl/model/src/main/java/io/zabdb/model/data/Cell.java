package io.zabdb.model.data;

import java.time.Instant;

/**
 * A cell: the value of a column as one write left it.
 *
 * @param version of the write
 * @param millis when it was written: replicated time, in milliseconds since 1970; never goes back
 *     in a partition
 */
public record Cell(Bytes row, Column column, Version version, long millis, Bytes value) {

  /** When it was written, by replicated time. */
  public Instant time() {
    return Instant.ofEpochMilli(millis);
  }

  /** For people. */
  @Override
  public String toString() {
    return row + " " + column + " @" + version + " = " + value;
  }
}
