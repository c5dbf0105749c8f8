package io.zabdb.shard;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.DataLimits;
import io.zabdb.model.data.Version;
import java.util.List;

/**
 * An update of cells. Source: {@code MoveState!Entry}.
 *
 * @param session whose it is
 * @param seq its number in the session, from 1; they rise, wherever they go
 * @param tokens of its rows
 * @param time the leader's stamp, in milliseconds; of one that is shipped, the applied time at
 *     which the source ran it
 * @param version of one that is shipped, that which the source gave it; else {@link #NO_VERSION}
 * @param payload what it does to the cells, opaque here; of one that is shipped empty if the source
 *     did not run it, since its session had come to it before
 */
public record ShardUpdate(
    long session, long seq, List<Long> tokens, long time, Version version, Bytes payload) {

  /** {@code MoveState!NoVersion}. */
  public static final Version NO_VERSION = new Version(0, 0, 0);

  public ShardUpdate {
    DataLimits.check("the number of an update", seq, 1, Long.MAX_VALUE);
    DataLimits.check(
        "the number of rows", tokens.size(), payload.isEmpty() ? 0 : 1, DataLimits.PARTS);
    DataLimits.check("the time of an update", time, 0, DataLimits.MILLIS);
    DataLimits.check("the update's length in bytes", payload.length(), 0, DataLimits.COMMAND);
    tokens = List.copyOf(tokens);
  }

  /** As the source ran it. */
  ShardUpdate ranAt(long appliedTime, Version given) {
    return new ShardUpdate(session, seq, tokens, appliedTime, given, payload);
  }
}
