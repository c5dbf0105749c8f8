package io.zabdb.replica;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.shard.PartitionId;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.StorageEngine;
import java.util.List;

/** Where partitions are split, and what they are called behind that. */
final class SplitPoint {

  private SplitPoint() {}

  /**
   * The parts of a partition.
   *
   * @param token the last of the first part
   * @param name begins the names of both
   * @throws StorageException if a part would have no token
   */
  static List<PartitionId> parts(PartitionId whole, long token, String name) {
    TokenRange range = whole.range();
    if (token <= range.after() || token >= range.upTo()) {
      throw new StorageException(
          ErrorCode.INVALID_ARGUMENT,
          "partition "
              + whole
              + " cannot be split behind token "
              + token
              + ", which leaves a part"
              + " without tokens");
    }
    return List.of(
        new PartitionId(name + "-0", new TokenRange(range.after(), token)),
        new PartitionId(name + "-1", new TokenRange(token, range.upTo())));
  }

  /**
   * What two partitions become.
   *
   * @param next of higher tokens
   * @throws StorageException if it is no neighbour
   */
  static PartitionId whole(PartitionId first, PartitionId next, String name) {
    if (first.range().upTo() != next.range().after()) {
      throw new StorageException(
          ErrorCode.INVALID_ARGUMENT,
          "partitions " + first + " and " + next + " are no neighbours, and cannot be merged");
    }
    return new PartitionId(name + "-0", new TokenRange(first.range().after(), next.range().upTo()));
  }

  /**
   * A token with about half of a partition's bytes up to it, by the sizes of files; the middle one
   * where that says nothing. Looks 64 times at most, and reads no cell.
   */
  static long middle(StorageEngine engine, PartitionId whole) {
    long all = size(engine, whole, whole.range().after(), whole.range().upTo());
    long low = whole.range().after() + 1;
    long high = whole.range().upTo() - 1;
    if (low > high) {
      throw new StorageException(
          ErrorCode.INVALID_ARGUMENT, "partition " + whole + " has one token");
    }
    if (all == 0) {
      return between(low, high);
    }
    while (low < high) {
      long token = between(low, high);
      if (2 * size(engine, whole, whole.range().after(), token) < all) {
        low = token + 1;
      } else {
        high = token;
      }
    }
    return low;
  }

  /** Their middle, rounded down; the sum of both may be no long. */
  private static long between(long low, long high) {
    return (low & high) + ((low ^ high) >> 1);
  }

  private static long size(StorageEngine engine, PartitionId whole, long after, long upTo) {
    return engine.size(whole.name(), new TokenRange(after, upTo));
  }
}
