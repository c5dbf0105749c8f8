package io.zabdb.storage.data;

import io.zabdb.core.message.Zxid;
import io.zabdb.model.data.DataLimits;

/**
 * The version of a cell: when it was written. Zxids of different groups do not compare, so the
 * number of the partition's last move comes first. Source: {@code Handoff!Newer}.
 *
 * @param move how often the partition had moved, from 0
 * @param zxid of the write, in the group that owned the partition
 */
public record Version(long move, Zxid zxid) implements Comparable<Version> {

  public Version {
    DataLimits.check("the number of the move", move, 0, Long.MAX_VALUE);
    DataLimits.check("the epoch of a zxid", zxid.epoch(), 0, Long.MAX_VALUE);
    DataLimits.check("the counter of a zxid", zxid.counter(), 0, Long.MAX_VALUE);
  }

  @Override
  public int compareTo(Version other) {
    int byMove = Long.compare(move, other.move);
    return byMove != 0 ? byMove : zxid.compareTo(other.zxid);
  }

  @Override
  public String toString() {
    return move + "/" + zxid;
  }
}
