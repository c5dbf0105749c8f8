package io.zabdb.shard;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.DataLimits;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a source tells of a partition: at most {@link ShardLimits#COPY} bytes. Source: {@code
 * MoveState!Copy}.
 *
 * @param position how many updates it has run since Begin, which is 1
 * @param cells the cells, or what names the files that hold them
 * @param sessions the last updates of the partition's sessions
 * @param time its applied time, in milliseconds
 */
public record PartitionCopy(
    long position, Bytes cells, SortedMap<Long, LastUpdate> sessions, long time) {

  public PartitionCopy {
    DataLimits.check("a position", position, 0, Long.MAX_VALUE);
    DataLimits.check("the length of a base in bytes", cells.length(), 0, ShardLimits.CELLS);
    DataLimits.check("the number of sessions", sessions.size(), 0, ShardLimits.SESSIONS);
    DataLimits.check("the applied time", time, 0, DataLimits.MILLIS);
    sessions = Collections.unmodifiableSortedMap(new TreeMap<>(sessions));
  }

  /** Of a manifest: how far the whole copy reaches. */
  static PartitionCopy upTo(long position) {
    return new PartitionCopy(position, Bytes.EMPTY, Collections.emptySortedMap(), 0);
  }

  /** {@code MoveGroups!TimeOf}. */
  static PartitionCopy of(long time) {
    return new PartitionCopy(0, Bytes.EMPTY, Collections.emptySortedMap(), time);
  }
}
