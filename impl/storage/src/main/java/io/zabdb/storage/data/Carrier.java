package io.zabdb.storage.data;

import io.zabdb.model.data.Bytes;
import io.zabdb.shard.PartitionCopy;
import java.util.Collections;

/**
 * Files that hold all of a partition at one place of its move: cells, and what is remembered of
 * sessions. They do not travel through the log; {@code STAGE} names them.
 *
 * @param attempt in which they were written
 * @param position how many updates of the attempt they hold, from 1
 * @param digest of all of them: what names them, wherever they are
 */
public record Carrier(String partition, long attempt, long position, Bytes digest) {

  /** What {@code STAGE} says of them. */
  public PartitionCopy copy() {
    return new PartitionCopy(position, digest, Collections.emptySortedMap(), 0);
  }
}
