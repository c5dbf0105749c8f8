package io.zabdb.replica;

import io.zabdb.core.group.Configuration;
import io.zabdb.model.data.Bytes;
import java.util.concurrent.TimeUnit;

/**
 * Whether enough members of a group have the files of a partition that comes: a quorum, or data
 * would be with too few ({@code PartitionFiles!Stage}). The others are waited for a little, since
 * whoever has none when they are taken lacks the partition. By the loop.
 */
final class HeldFiles {

  /** A node that starts again is back by then. */
  static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** What was asked for last, and since when a quorum has it. */
  private Bytes digest = Bytes.of("");

  private long since;

  /**
   * Whether they may be taken.
   *
   * @param files what names them
   * @param holders the members that have them, as bits
   * @param now in nanoseconds of the clock
   */
  boolean areEnough(Bytes files, long holders, Configuration voters, long now) {
    if (!voters.isQuorum(holders)) {
      return false;
    }
    if (!files.equals(digest)) {
      digest = files;
      since = now;
    }
    return voters.isWithin(holders) || now - since >= WAIT_NANOS;
  }
}
