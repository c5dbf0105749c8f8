package io.zabdb.client.data;

import io.zabdb.model.data.DataLimits;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import java.util.Comparator;

/**
 * When a cell was written, in the order of all writes of its partition.
 *
 * @param move how often the partition had moved between groups, from 0
 * @param epoch of the leader that wrote it
 * @param counter of the write in that epoch
 */
public record Version(long move, long epoch, long counter) implements Comparable<Version> {

  private static final Comparator<Version> ORDER =
      Comparator.comparingLong(Version::move)
          .thenComparingLong(Version::epoch)
          .thenComparingLong(Version::counter);

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
    return ORDER.compare(this, other);
  }

  /** {@code MOVE/EPOCH.COUNTER}. */
  @Override
  public String toString() {
    return move + "/" + epoch + "." + counter;
  }
}
