package io.zabdb.shard;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.DataLimits;

/**
 * The last update of a session that was run on a partition.
 *
 * @param seq its number in the session, from 1; 0: none was
 * @param result what its client is told, however often it asks; opaque here
 */
public record LastUpdate(long seq, Bytes result) {

  /** Nothing was run. */
  public static final LastUpdate NONE = new LastUpdate(0, Bytes.EMPTY);

  public LastUpdate {
    DataLimits.check("the number of an update", seq, 0, Long.MAX_VALUE);
    DataLimits.check("the length of a result in bytes", result.length(), 0, ShardLimits.RESULT);
  }
}
