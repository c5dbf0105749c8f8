package io.zabdb.shard;

import io.zabdb.model.data.DataLimits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A command of a group's log. Source: {@code MoveState!Command}.
 *
 * @param part the partition of an attempt; null: the kind has none
 * @param epoch the number of the attempt; 0: none
 * @param peer the other group; of FOUND the group itself
 * @param number of ABORT a floor of attempts, of CATCH a position; else 0
 * @param entry of UPDATE and CATCH; else null
 * @param copy of STAGE, FINISH and ACTIVATE; else null
 * @param into of FOUND what the group owns, of splits and merges what they make; in the order of
 *     tokens
 */
public record ShardCommand(
    CommandKind kind,
    @Nullable PartitionId part,
    long epoch,
    Birth peer,
    long number,
    @Nullable ShardUpdate entry,
    @Nullable PartitionCopy copy,
    List<PartitionId> into) {

  public ShardCommand {
    DataLimits.check("the number of an attempt", epoch, 0, ShardLimits.NUMBER);
    DataLimits.check("the number in a command", number, 0, ShardLimits.NUMBER);
    DataLimits.check("the number of partitions", into.size(), 0, ShardLimits.PARTITIONS);
    into = into.stream().sorted().toList();
    if ((part != null) != kind.isOfAttempt()
        || (entry != null) != hasEntry(kind)
        || (copy != null) != hasCopy(kind)
        || !(into.isEmpty() || kind.hasParts())) {
      throw new IllegalArgumentException("parts of " + kind + " are missing, or do not belong");
    }
  }

  static boolean hasEntry(CommandKind kind) {
    return kind == CommandKind.UPDATE || kind == CommandKind.CATCH;
  }

  static boolean hasCopy(CommandKind kind) {
    return kind == CommandKind.STAGE || kind == CommandKind.FINISH || kind == CommandKind.ACTIVATE;
  }

  /** Of an attempt, without more. */
  public static ShardCommand of(CommandKind kind, PartitionId part, long epoch, Birth peer) {
    return new ShardCommand(kind, part, epoch, peer, 0, null, null, List.of());
  }

  /** The update of a client. */
  public static ShardCommand update(ShardUpdate update) {
    return new ShardCommand(CommandKind.UPDATE, null, 0, Birth.NOBODY, 0, update, null, List.of());
  }

  /** {@code MoveGroups!Shard}: what partitions are to be split or merged into. */
  public static ShardCommand shard(CommandKind kind, List<PartitionId> into) {
    return new ShardCommand(kind, null, 0, Birth.NOBODY, 0, null, null, into);
  }

  /** The group has this number, and owns these partitions. */
  public static ShardCommand found(Birth self, List<PartitionId> parts) {
    return new ShardCommand(CommandKind.FOUND, null, 0, self, 0, null, null, parts);
  }

  /** The group is no more. */
  public static ShardCommand dissolve() {
    return shard(CommandKind.DISSOLVE, List.of());
  }

  /** Of a kind that has one. */
  PartitionId partition() {
    return present(part);
  }

  /** Of a kind that has one. */
  ShardUpdate updated() {
    return present(entry);
  }

  /** Of a kind that has one. */
  PartitionCopy copied() {
    return present(copy);
  }

  private <T> T present(@Nullable T value) {
    if (value == null) {
      throw new IllegalStateException(kind + " has none");
    }
    return value;
  }
}
