package io.zabdb.shard;

import io.zabdb.model.data.DataLimits;
import java.util.List;

/**
 * A group's record of a partition, without its sessions. Source: {@code MoveState!Record}.
 *
 * @param epoch the latest attempt to move it
 * @param move the attempt that brought it here: the first part of versions
 * @param peer the other group of the attempt
 * @param position how many updates the copy holds, or the source has run, since Begin, which is 1
 * @param into what it is to be split or merged into, in the order of tokens; empty: nothing
 */
public record PartitionRecord(
    MovePhase phase, long epoch, long move, Birth peer, long position, List<PartitionId> into) {

  public PartitionRecord {
    DataLimits.check("the number of an attempt", epoch, 0, ShardLimits.NUMBER);
    DataLimits.check("the number of a move", move, 0, ShardLimits.NUMBER);
    DataLimits.check("a position", position, 0, Long.MAX_VALUE);
    into = into.stream().sorted().toList();
  }

  /** {@code MoveState!Record}. */
  PartitionRecord(MovePhase phase, long epoch, long move, Birth peer) {
    this(phase, epoch, move, peer, 0, List.of());
  }

  PartitionRecord in(MovePhase next) {
    return new PartitionRecord(next, epoch, move, peer, position, into);
  }

  /** It is of no attempt any more. */
  PartitionRecord serving(long number) {
    return new PartitionRecord(MovePhase.SERVING, number, move, Birth.NOBODY, 0, into);
  }

  PartitionRecord at(long next) {
    return new PartitionRecord(phase, epoch, move, peer, next, into);
  }

  /** So many more updates were run. */
  public PartitionRecord ran(long updates) {
    return at(position + updates);
  }

  PartitionRecord becoming(List<PartitionId> next) {
    return new PartitionRecord(phase, epoch, move, peer, position, next);
  }
}
