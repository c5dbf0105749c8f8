package io.zabdb.storage.engine;

import io.zabdb.model.ring.TokenRange;
import io.zabdb.shard.PartitionId;
import io.zabdb.storage.data.Extent;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.engine.TableRecords.Owned;
import java.util.ArrayList;
import java.util.List;

/**
 * What partitions become when they are split or merged. Their cells stay in the trees where they
 * are: a part goes on in the tree of the whole, and a whole in the trees of its parts. So there is
 * nothing to rebuild between Begin and Commit ({@code SplitMerge!FinishRebuild}), and no replica
 * can lack it.
 */
final class ShardedPartitions {

  private ShardedPartitions() {}

  /** Whether what there is of these tokens can become these partitions. */
  static boolean canBecome(Holdings holdings, List<PartitionId> into) {
    return into.stream().allMatch(part -> canBecome(holdings, part));
  }

  private static boolean canBecome(Holdings holdings, PartitionId part) {
    List<Partition> old = old(holdings, part);
    return !old.isEmpty()
        && old.stream().allMatch(each -> each.families().equals(old.get(0).families()))
        && extents(holdings, part).size() <= Extent.MOST;
  }

  /**
   * One of the new partitions.
   *
   * @param move the number of its move, as the table says
   */
  static Partition become(Holdings holdings, PartitionId part, long move) {
    return new Partition(
        part.name(),
        move,
        old(holdings, part).get(0).families(),
        extents(holdings, part),
        ShardedSessions.placeOf(old(holdings, part), part));
  }

  /** Whoever lacks some of what becomes a partition lacks that. */
  static boolean isLacking(Holdings holdings, PartitionId part) {
    return old(holdings, part).stream().anyMatch(old -> holdings.lacking().contains(old.name()));
  }

  /** What there is of its tokens. */
  static List<Partition> old(Holdings holdings, PartitionId part) {
    return holdings.overlapping(part.range()).stream()
        .map(of -> holdings.partitions().get(of.id().name()))
        .toList();
  }

  /** Where the cells of these tokens are: none but those of the partition. */
  static List<Extent> extents(Holdings holdings, PartitionId part) {
    List<Extent> extents = new ArrayList<>();
    for (Owned old : holdings.overlapping(part.range())) {
      for (Extent extent : holdings.partitions().get(old.id().name()).extents()) {
        TokenRange within = both(both(extent.range(), old.id().range()), part.range());
        if (within != null) {
          extents.add(new Extent(within, extent.tree()));
        }
      }
    }
    return joined(extents);
  }

  /** Where a tree goes on, so does the extent. */
  static List<Extent> joined(List<Extent> extents) {
    List<Extent> joined = new ArrayList<>();
    for (Extent next : extents) {
      int last = joined.size() - 1;
      if (last >= 0 && joined.get(last).tree().equals(next.tree())) {
        long after = joined.get(last).range().after();
        joined.set(last, new Extent(new TokenRange(after, next.range().upTo()), next.tree()));
      } else {
        joined.add(next);
      }
    }
    return joined;
  }

  /** The tokens of both; null: there are none. */
  private static TokenRange both(TokenRange one, TokenRange other) {
    if (one == null) {
      return null;
    }
    long after = Math.max(one.after(), other.after());
    long upTo = Math.min(one.upTo(), other.upTo());
    return after < upTo ? new TokenRange(after, upTo) : null;
  }
}
