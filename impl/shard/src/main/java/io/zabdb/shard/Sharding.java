package io.zabdb.shard;

import java.util.List;
import java.util.Optional;

/**
 * What the leader of partitions' owner does to split and merge them. Each method returns the
 * command that the leader is to log, or none. Not thread-safe.
 *
 * <p>Source: {@code MoveGroups!Shard}.
 */
public final class Sharding {

  private final TailAdmission admission;

  public Sharding(TailAdmission admission) {
    this.admission = admission;
  }

  /** {@code MoveSharding!CanBeginSharding}: from here on these are made beside the old ones. */
  public Optional<ShardCommand> beginSharding(List<PartitionId> into) {
    return shard(CommandKind.BEGIN_SHARDING, into);
  }

  /** {@code MoveSharding!CommitSharding}: they take the place of the old ones. */
  public Optional<ShardCommand> commitSharding(List<PartitionId> into) {
    return shard(CommandKind.COMMIT_SHARDING, into);
  }

  /** {@code MoveSharding!MarkedInto}: the old ones stay. */
  public Optional<ShardCommand> abortSharding(List<PartitionId> into) {
    return shard(CommandKind.ABORT_SHARDING, into);
  }

  private Optional<ShardCommand> shard(CommandKind kind, List<PartitionId> into) {
    return admission.proposed(ShardCommand.shard(kind, into));
  }
}
