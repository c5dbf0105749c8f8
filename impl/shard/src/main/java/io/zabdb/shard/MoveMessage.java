package io.zabdb.shard;

import io.zabdb.model.data.DataLimits;
import org.jspecify.annotations.Nullable;

/**
 * From one group to another. It may be lost, late, or arrive twice. Source: {@code
 * MoveState!Message}.
 *
 * @param epoch the number of the attempt
 * @param number of CATCH a position, of TOO_LOW a floor; else 0
 * @param entry of CATCH; else null
 * @param copy of BASE, MANIFEST and ACTIVATE; else null
 */
public record MoveMessage(
    MessageType type,
    Birth src,
    Birth dst,
    PartitionId part,
    long epoch,
    long number,
    @Nullable ShardUpdate entry,
    @Nullable PartitionCopy copy) {

  public MoveMessage {
    DataLimits.check("the number of an attempt", epoch, 1, ShardLimits.NUMBER);
    DataLimits.check("the number in a message", number, 0, ShardLimits.NUMBER);
    boolean hasCopy =
        type == MessageType.BASE || type == MessageType.MANIFEST || type == MessageType.ACTIVATE;
    if ((entry != null) != (type == MessageType.CATCH) || (copy != null) != hasCopy) {
      throw new IllegalArgumentException("parts of " + type + " are missing, or do not belong");
    }
  }

  /** Without more. */
  static MoveMessage of(MessageType type, Birth src, Birth dst, PartitionId part, long epoch) {
    return new MoveMessage(type, src, dst, part, epoch, 0, null, null);
  }
}
