package io.zabdb.storage.command;

import io.zabdb.model.data.DataLimits;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.shard.Birth;
import io.zabdb.shard.MessageType;
import io.zabdb.shard.MoveMessage;
import io.zabdb.shard.PartitionCopy;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.ShardUpdate;
import io.zabdb.storage.codec.ByteReader;
import io.zabdb.storage.codec.ByteWriter;
import io.zabdb.storage.codec.ShardCodec;
import io.zabdb.storage.data.StorageException;

/**
 * What groups tell each other of a move, as bytes: its parts are those of the group's own commands.
 * The format is in docs/storage-format.md.
 */
public final class MoveMessageCodec {

  private static final int FORMAT = 1;

  /** What a message takes beside the update in it, in bytes, at most. */
  public static final int AROUND_UPDATE = 1 << 10;

  private MoveMessageCodec() {}

  /**
   * The bytes of a message.
   *
   * @throws IllegalArgumentException if its copy holds sessions, which come with the files
   */
  public static byte[] encode(MoveMessage message) {
    ByteWriter out = new ByteWriter(64).putByte(FORMAT).putByte(numberOf(message.type()));
    ShardCodec.putBirth(out, message.src());
    ShardCodec.putBirth(out, message.dst());
    ShardCodec.putPart(out, message.part()).putVarint(message.epoch()).putVarint(message.number());
    ArrivalCodec.put(out, message.copy(), message.entry());
    return out.toArray();
  }

  /**
   * The message of these bytes.
   *
   * @throws ZabException if it is no message, of a newer format, or beyond the limits
   */
  public static MoveMessage decode(byte[] bytes) {
    DataLimits.check(
        "the message's length in bytes", bytes.length, 0, DataLimits.COMMAND + AROUND_UPDATE);
    ByteReader in = new ByteReader(bytes);
    int format = in.takeByte();
    if (format != FORMAT) {
      throw in.malformed(
          "format " + format + " of messages between groups is not known, " + FORMAT + " is");
    }
    MessageType type = typeOf(in.takeByte(), in);
    try {
      MoveMessage message = take(type, in);
      in.end();
      return message;
    } catch (IllegalArgumentException e) {
      throw new StorageException(ErrorCode.INVALID_ARGUMENT, e.getMessage(), e);
    }
  }

  private static MoveMessage take(MessageType type, ByteReader in) {
    Birth src = ShardCodec.takeBirth(in);
    Birth dst = ShardCodec.takeBirth(in);
    PartitionId part = ShardCodec.takePart(in);
    long epoch = in.takeNumber();
    long number = in.takeNumber();
    ShardUpdate entry = type == MessageType.CATCH ? ArrivalCodec.takeUpdate(in) : null;
    PartitionCopy copy =
        switch (type) {
          case BASE, MANIFEST, ACTIVATE -> ArrivalCodec.takeCopy(in);
          default -> null;
        };
    return new MoveMessage(type, src, dst, part, epoch, number, entry, copy);
  }

  /** Numbers on the wire stay when types are added. */
  private static int numberOf(MessageType type) {
    return switch (type) {
      case PREPARE -> 1;
      case BASE -> 2;
      case CATCH -> 3;
      case MANIFEST -> 4;
      case ACTIVATE -> 5;
      case CANCEL -> 6;
      case ACCEPT -> 7;
      case READY -> 8;
      case DONE -> 9;
      case TOO_LOW -> 10;
    };
  }

  private static MessageType typeOf(int number, ByteReader in) {
    for (MessageType type : MessageType.values()) {
      if (numberOf(type) == number) {
        return type;
      }
    }
    throw in.malformed("no message between groups has the number " + number);
  }
}
