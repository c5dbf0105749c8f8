package io.zabdb.storage.command;

import io.zabdb.model.data.DataLimits;
import io.zabdb.model.data.Family;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.shard.Birth;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.PartitionCopy;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.ShardCommand;
import io.zabdb.shard.ShardUpdate;
import io.zabdb.storage.codec.ByteReader;
import io.zabdb.storage.codec.ByteWriter;
import io.zabdb.storage.codec.ShardCodec;
import io.zabdb.storage.data.StorageException;
import java.util.List;

/** Commands of a group's own as bytes. The format is in docs/storage-format.md. */
public final class StructureCodec {

  private static final int FORMAT = 3;

  /** What a command of a move takes beside the update in it, in bytes, at most. */
  public static final int AROUND_UPDATE = 1 << 10;

  private StructureCodec() {}

  /**
   * How many bytes the longest update has that a group takes: it must fit into another one's log,
   * too.
   *
   * @param payloadBytes that an entry of the log may have
   */
  public static int longestUpdate(int payloadBytes) {
    return payloadBytes - AROUND_UPDATE;
  }

  /**
   * The bytes of a command.
   *
   * @throws IllegalArgumentException if it is of a kind that no store applies
   */
  public static byte[] encode(Structure structure) {
    ShardCommand command = structure.command();
    int number = numberOf(command.kind());
    if (number == 0) {
      throw new IllegalArgumentException("no store applies " + command.kind());
    }
    ByteWriter out = new ByteWriter(64).putByte(FORMAT).putByte(number);
    if (command.kind() == CommandKind.FOUND) {
      ShardCodec.putBirth(out, command.peer());
      ShardCodec.putFamilies(out, structure.families());
      ShardCodec.putParts(out, command.into());
    } else if (command.kind().isSharding()) {
      ShardCodec.putParts(out, command.into());
    } else if (command.part() != null) {
      ShardCodec.putPart(out, command.part()).putVarint(command.epoch());
      ShardCodec.putBirth(out, command.peer()).putVarint(command.number());
      if (command.kind() == CommandKind.PREPARE) {
        ShardCodec.putFamilies(out, structure.families());
      }
      ArrivalCodec.put(out, command.copy(), command.entry());
    }
    return out.toArray();
  }

  /**
   * The command of these bytes.
   *
   * @throws ZabException if it is no command, of a newer format, or beyond the limits
   */
  public static Structure decode(byte[] bytes) {
    DataLimits.check(
        "the command's length in bytes", bytes.length, 0, DataLimits.COMMAND + AROUND_UPDATE);
    ByteReader in = new ByteReader(bytes);
    int format = in.takeByte();
    if (format != FORMAT) {
      throw in.malformed(
          "format " + format + " of a group's own commands is not known, " + FORMAT + " is");
    }
    CommandKind kind = kindOf(in.takeByte(), in);
    try {
      Structure structure =
          switch (kind) {
            case FOUND -> takeFound(in);
            case DISSOLVE -> Structure.of(ShardCommand.dissolve());
            case BEGIN_SHARDING, COMMIT_SHARDING, ABORT_SHARDING -> takeSharding(kind, in);
            default -> takeAttempt(kind, in);
          };
      in.end();
      return structure;
    } catch (IllegalArgumentException e) {
      throw new StorageException(ErrorCode.INVALID_ARGUMENT, e.getMessage(), e);
    }
  }

  private static Structure takeFound(ByteReader in) {
    Birth self = ShardCodec.takeBirth(in);
    List<Family> families = ShardCodec.takeFamilies(in);
    return new Structure(ShardCommand.found(self, ShardCodec.takeParts(in)), families);
  }

  private static Structure takeSharding(CommandKind kind, ByteReader in) {
    return Structure.of(ShardCommand.shard(kind, ShardCodec.takeParts(in)));
  }

  private static Structure takeAttempt(CommandKind kind, ByteReader in) {
    PartitionId part = ShardCodec.takePart(in);
    long epoch = in.takeNumber();
    Birth peer = ShardCodec.takeBirth(in);
    long number = in.takeNumber();
    List<Family> families = kind == CommandKind.PREPARE ? ShardCodec.takeFamilies(in) : List.of();
    PartitionCopy copy = ArrivalCodec.takeCopy(kind, in);
    ShardUpdate entry = ArrivalCodec.takeEntry(kind, in);
    return new Structure(
        new ShardCommand(kind, part, epoch, peer, number, entry, copy, List.of()), families);
  }

  /**
   * Whether these are the bytes of {@code CATCH}: as many of them come as a partition that moves
   * has updates, and each does what an update does.
   */
  public static boolean isCatch(byte[] bytes) {
    return bytes.length > 1 && bytes[0] == FORMAT && bytes[1] == numberOf(CommandKind.CATCH);
  }

  /** Numbers on disk stay when kinds are added; 0: no store applies it. */
  private static int numberOf(CommandKind kind) {
    return switch (kind) {
      case FOUND -> 16;
      case BEGIN -> 17;
      case PREPARE -> 18;
      case STAGE -> 19;
      case CATCH -> 20;
      case SEAL -> 21;
      case FINISH -> 22;
      case SWITCH -> 23;
      case ACTIVATE -> 24;
      case RELEASE -> 25;
      case ABORT -> 26;
      case CANCEL -> 27;
      case BEGIN_SHARDING -> 28;
      case COMMIT_SHARDING -> 29;
      case ABORT_SHARDING -> 30;
      case DISSOLVE -> 31;
      default -> 0;
    };
  }

  private static CommandKind kindOf(int number, ByteReader in) {
    for (CommandKind kind : CommandKind.values()) {
      if (number > 0 && numberOf(kind) == number) {
        return kind;
      }
    }
    throw in.malformed("no command of a group has the number " + number);
  }
}
