package io.zabdb.storage.command;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.DataLimits;
import io.zabdb.model.data.Version;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.LastUpdate;
import io.zabdb.shard.PartitionCopy;
import io.zabdb.shard.ShardUpdate;
import io.zabdb.storage.codec.ByteReader;
import io.zabdb.storage.codec.ByteWriter;
import io.zabdb.storage.codec.VersionCodec;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What commands and messages say of a partition that comes, beside its attempt, as bytes. The
 * format is in docs/storage-format.md.
 */
public final class ArrivalCodec {

  /** Of what names files, in bytes. */
  private static final int NAME = 64;

  private ArrivalCodec() {}

  /**
   * Adds what a command or message of a move says; nothing for most kinds.
   *
   * @throws IllegalArgumentException if its copy holds sessions, which come with the files
   */
  static void put(ByteWriter out, @Nullable PartitionCopy copy, @Nullable ShardUpdate entry) {
    if (copy != null) {
      if (!copy.sessions().isEmpty()) {
        throw new IllegalArgumentException("sessions of a partition come with its files");
      }
      out.putVarint(copy.position()).putVarint(copy.time()).putBytes(copy.cells());
    } else if (entry != null) {
      putUpdate(out, entry);
    }
  }

  /** An update that another group ran, or this one runs for another. */
  public static ByteWriter putUpdate(ByteWriter out, ShardUpdate update) {
    out.putLong(update.session()).putVarint(update.seq()).putVarint(update.time());
    return VersionCodec.put(out, update.version()).putBytes(update.payload());
  }

  /** The copy of a command of a kind that has one; else null. */
  static PartitionCopy takeCopy(CommandKind kind, ByteReader in) {
    return switch (kind) {
      case STAGE, FINISH, ACTIVATE -> takeCopy(in);
      default -> null;
    };
  }

  /** What {@link #put} made of a copy. */
  static PartitionCopy takeCopy(ByteReader in) {
    long position = in.takeNumber();
    long time = in.takeNumber();
    Bytes cells = in.takeBytes();
    DataLimits.check("the length of what names files in bytes", cells.length(), 0, NAME);
    SortedMap<Long, LastUpdate> none = Collections.emptySortedMap();
    return new PartitionCopy(position, cells, none, time);
  }

  /** The update of {@code CATCH}; else null. */
  static ShardUpdate takeEntry(CommandKind kind, ByteReader in) {
    return kind == CommandKind.CATCH ? takeUpdate(in) : null;
  }

  /**
   * What {@link #putUpdate} made; the tokens are those of the rows in its payload, if it has one.
   */
  public static ShardUpdate takeUpdate(ByteReader in) {
    long session = in.takeLong();
    long seq = in.takeVarint();
    long time = in.takeNumber();
    Version version = VersionCodec.take(in);
    Bytes payload = in.takeBytes();
    List<Long> tokens =
        payload.isEmpty() ? List.of() : CommandCodec.decode(payload.array()).action().tokens();
    return new ShardUpdate(session, seq, tokens, time, version, payload);
  }
}
