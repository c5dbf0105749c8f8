package io.zabdb.storage.engine;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.storage.data.Extent;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.TableRecords.Owned;
import java.util.ArrayList;
import java.util.List;

/**
 * What a group serves of tokens, for those who do not know by the name of which partition: one view
 * of the cells of all that have any of them.
 */
final class ServedTokens {

  private ServedTokens() {}

  static StorageException notServed(String name) {
    return new StorageException(
        ErrorCode.WRONG_OWNER, "the group does not serve partition " + Bytes.of(name) + " now");
  }

  static StorageException lacks(String name) {
    return new StorageException(
        ErrorCode.UNAVAILABLE, "this replica lacks the files of partition " + Bytes.of(name));
  }

  /**
   * The view, to be read only.
   *
   * @param name by which they were asked for
   * @throws StorageException if the group does not serve all of these tokens, this replica lacks
   *     some of them, or they are in more trees than a partition may have
   */
  static Partition of(Holdings holdings, String name, TokenRange range) {
    List<Extent> extents = new ArrayList<>();
    Partition last = null;
    long upTo = range.after();
    for (Owned of : holdings.overlapping(range)) {
      boolean isNext = of.id().range().after() <= upTo;
      last = holdings.partitions().get(of.id().name());
      if (!isNext || !of.record().phase().isOwned()) {
        throw notServed(name);
      }
      if (holdings.lacking().contains(of.id().name())) {
        throw lacks(of.id().name());
      }
      upTo = of.id().range().upTo();
      extents.addAll(ShardedPartitions.extents(holdings, of.id()));
    }
    if (last == null || upTo < range.upTo()) {
      throw notServed(name);
    }
    return new Partition(
        name, last.move(), last.families(), ShardedPartitions.joined(extents), name);
  }
}
