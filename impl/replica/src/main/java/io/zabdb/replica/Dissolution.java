package io.zabdb.replica;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.replica.CommandOutcome.CommandEnd;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.PartitionTable;
import io.zabdb.shard.TailAdmission;
import io.zabdb.storage.data.StorageException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Ends a group that has nothing left, at its leader: by the last command of its log. By the loop.
 *
 * <p>Source: {@code MoveGroups!Dissolve}.
 */
final class Dissolution {

  private final ReplicaParts parts;
  private final LogAdmission admission;

  Dissolution(ReplicaParts parts, LogAdmission admission) {
    this.parts = parts;
    this.admission = admission;
  }

  /**
   * Has the group end.
   *
   * @return done once it has, for ever; fails with {@link StorageException}
   */
  CompletableFuture<Void> begin() {
    requireNothing();
    CompletableFuture<Void> answer = new CompletableFuture<>();
    admission.decide(
        CommandKind.DISSOLVE,
        TailAdmission::dissolve,
        List.of(),
        new CommandOutcome((end, why) -> parts.loop().run(() -> ended(end, why, answer))));
    return answer;
  }

  private void requireNothing() {
    PartitionTable table = admission.table();
    if (table == null) {
      throw Resharding.notLeader(parts.group());
    }
    if (!table.parts().isEmpty()) {
      throw new StorageException(
          ErrorCode.INVALID_ARGUMENT,
          "group "
              + parts.group()
              + " has partitions, which must move to other groups before it ends: "
              + table.parts());
    }
  }

  private void ended(CommandEnd end, String why, CompletableFuture<Void> answer) {
    // The replica goes as soon as it has applied the command, maybe before it has heard of that.
    if (end == CommandEnd.DONE || parts.opened().store().engine().table().dissolved()) {
      answer.complete(null);
      return;
    }
    answer.completeExceptionally(
        switch (end) {
          case REFUSED -> new StorageException(ErrorCode.INVALID_ARGUMENT, why);
          case LATER ->
              new StorageException(
                  ErrorCode.OVERLOADED,
                  "another change of group " + parts.group() + " is under way: " + why);
          default -> Resharding.leaderChanged(parts.group());
        });
  }
}
