package io.zabdb.client.data;

import java.time.Instant;

/**
 * A cell: the value of a column as one write left it.
 *
 * @param version of the write
 * @param time of the write, by the clock of the leader at that time; never goes back in a partition
 */
public record Cell(Bytes row, Column column, Version version, Instant time, Bytes value) {

  /** For people. */
  @Override
  public String toString() {
    return row + " " + column + " @" + version + " = " + value;
  }
}
