package io.zabdb.storage.data;

/**
 * A cell.
 *
 * @param time of the write, replicated, in milliseconds since 1970
 */
public record Cell(
    Bytes row, String family, Bytes qualifier, Version version, long time, Bytes value) {

  @Override
  public String toString() {
    return row + " " + family + ":" + qualifier + " @" + version + " = " + value;
  }
}
