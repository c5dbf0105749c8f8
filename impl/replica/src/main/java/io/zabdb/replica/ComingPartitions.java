package io.zabdb.replica;

import io.zabdb.shard.PartitionId;
import io.zabdb.shard.ShardLimits;
import io.zabdb.shard.TableState;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether a group takes one more partition, and if not, why: for people who wait for a move. What
 * is logged the log's own admission decides ({@code MoveGroups!HandlePrepare}).
 */
final class ComingPartitions {

  /** Each costs memory and threads while its files come. */
  static final int MOST = 4;

  private ComingPartitions() {}

  /**
   * Why the group does not take a partition; empty: it does, or has begun to.
   *
   * @param tail what the group has at the end of its log
   */
  static Optional<String> refusal(int group, TableState tail, PartitionId part) {
    List<PartitionId> others = others(tail, part).toList();
    if (!hasPlace(tail, part)) {
      return Optional.of(
          "%d partitions come to group %d already, the most that may at a time"
              .formatted(MOST, group));
    } else if (others.size() >= ShardLimits.PARTITIONS) {
      return Optional.of(
          "group %d has %d partitions, the most that a group may have"
              .formatted(group, others.size()));
    }
    return others.stream()
        .filter(other -> other.name().equals(part.name()))
        .findFirst()
        .map(other -> "group %d has a partition %s already".formatted(group, other));
  }

  /** Whether one more may come, beside what its attempt replaces. */
  static boolean hasPlace(TableState tail, PartitionId part) {
    return others(tail, part).filter(other -> tail.records().get(other).phase().isCopy()).count()
        < MOST;
  }

  /** What overlaps is an older copy, which this one replaces. */
  private static Stream<PartitionId> others(TableState tail, PartitionId part) {
    return tail.records().keySet().stream().filter(other -> !other.overlaps(part));
  }
}
