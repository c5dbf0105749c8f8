package io.zabdb.model.data;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;

/**
 * The version of a cell: when it was written, in the order of all writes of its partition. Epochs
 * and counters of different groups do not compare, so the number of the partition's last move comes
 * first. Source: {@code Handoff!Newer}.
 *
 * @param move how often the partition had moved between groups, from 0
 * @param epoch of the leader that wrote it
 * @param counter of the write in that epoch
 */
public record Version(long move, long epoch, long counter) implements Comparable<Version> {

  public Version {
    DataLimits.check("the move of a version", move, 0, Long.MAX_VALUE);
    DataLimits.check("the epoch of a version", epoch, 0, Long.MAX_VALUE);
    DataLimits.check("the counter of a version", counter, 0, Long.MAX_VALUE);
  }

  /** Reads what {@link #toString} gives. */
  public static Version parse(String text) {
    String[] parts = text.split("[/.]", -1);
    try {
      if (parts.length == 3 && text.indexOf('/') < text.indexOf('.')) {
        return new Version(
            Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw ZabException.of(
        ErrorCode.INVALID_ARGUMENT,
        "the version \"" + text + "\" is not of the form MOVE/EPOCH.COUNTER, such as 0/3.17");
  }

  @Override
  public int compareTo(Version other) {
    int byMove = Long.compare(move, other.move);
    if (byMove != 0) {
      return byMove;
    }
    int byEpoch = Long.compare(epoch, other.epoch);
    return byEpoch != 0 ? byEpoch : Long.compare(counter, other.counter);
  }

  /** {@code MOVE/EPOCH.COUNTER}. */
  @Override
  public String toString() {
    return move + "/" + epoch + "." + counter;
  }
}
