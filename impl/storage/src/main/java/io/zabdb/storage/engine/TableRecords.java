package io.zabdb.storage.engine;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.shard.Birth;
import io.zabdb.shard.Heir;
import io.zabdb.shard.Heirs.Gift;
import io.zabdb.shard.MovePhase;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.PartitionRecord;
import io.zabdb.shard.ShardLimits;
import io.zabdb.shard.TableState;
import io.zabdb.storage.codec.ByteReader;
import io.zabdb.storage.codec.ByteWriter;
import io.zabdb.storage.codec.ShardCodec;
import io.zabdb.storage.data.StorageException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The records of the system tree that say what the group owns. The format is in
 * docs/storage-format.md.
 */
final class TableRecords {

  /**
   * What a group has of a partition.
   *
   * @param record its number of the move is that of the partition's own record
   */
  record Owned(PartitionId id, PartitionRecord record) {}

  /** Of the group itself; a group of before has none until it is founded. */
  static final byte[] GROUP_KEY = {'T'};

  /** Of this replica alone: which partitions it lacks. Neither hashed nor in checkpoints. */
  static final byte[] LACKING = {'L'};

  private static final char OWNED = 'O';

  private TableRecords() {}

  static byte[] ownedKey(String partition) {
    return new ByteWriter(64).putByte(OWNED).putRaw(Bytes.of(partition).array()).toArray();
  }

  static byte[] lackingKey(String partition) {
    return new ByteWriter(64).putRaw(LACKING).putRaw(Bytes.of(partition).array()).toArray();
  }

  /** The partition of a key made by {@link #lackingKey}. */
  static String lackingOf(byte[] key) {
    return new String(key, LACKING.length, key.length - LACKING.length, StandardCharsets.UTF_8);
  }

  static byte[] group(TableState table) {
    ByteWriter out = ShardCodec.putBirth(new ByteWriter(64), table.self());
    out.putVarint(table.floor()).putByte(table.dissolved() ? 1 : 0);
    out.putVarint(table.heirs().size());
    for (Gift gift : table.heirs()) {
      ShardCodec.putRange(out, gift.range());
      ShardCodec.putBirth(out, gift.heir().group());
      out.putVarint(gift.heir().epoch()).putVarint(gift.heir().place());
    }
    return out.toArray();
  }

  /**
   * The table of a store; {@link TableState#EMPTY} at this point if it is of no group yet.
   *
   * @param group the record of the group, or null
   * @param owned what it has of partitions
   */
  static TableState toTable(byte[] group, Iterable<Owned> owned, AppliedPoint applied) {
    if (group == null) {
      return TableState.EMPTY.at(applied.length(), applied.time());
    }
    Map<PartitionId, PartitionRecord> records = new TreeMap<>();
    owned.forEach(each -> records.put(each.id(), each.record()));
    return read(
        group,
        in -> {
          Birth self = ShardCodec.takeBirth(in);
          long floor = in.takeNumber();
          boolean dissolved = in.takeByte() == 1;
          return new TableState(
              self,
              applied.length(),
              applied.time(),
              floor,
              dissolved,
              new TreeMap<>(records),
              takeGifts(in));
        });
  }

  private static List<Gift> takeGifts(ByteReader in) {
    // Each heir may have been given several partitions, side by side or not.
    int count = in.takeCount("gifts", ShardLimits.HEIRS * ShardLimits.PARTITIONS);
    List<Gift> gifts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      gifts.add(
          new Gift(
              ShardCodec.takeRange(in),
              new Heir(ShardCodec.takeBirth(in), in.takeNumber(), in.takeNumber())));
    }
    return gifts;
  }

  static byte[] owned(Owned owned) {
    PartitionRecord record = owned.record();
    ByteWriter out = ShardCodec.putPart(new ByteWriter(64), owned.id());
    out.putByte(numberOf(record.phase())).putVarint(record.epoch());
    ShardCodec.putBirth(out, record.peer()).putVarint(record.position());
    return ShardCodec.putParts(out, record.into()).toArray();
  }

  /**
   * What {@link #owned} made.
   *
   * @param move from the partition's own record
   */
  static Owned toOwned(byte[] value, long move) {
    return read(
        value,
        in -> {
          PartitionId id = ShardCodec.takePart(in);
          MovePhase phase = phaseOf(in.takeByte(), in);
          long epoch = in.takeNumber();
          Birth peer = ShardCodec.takeBirth(in);
          long position = in.takeNumber();
          return new Owned(
              id,
              new PartitionRecord(phase, epoch, move, peer, position, ShardCodec.takeParts(in)));
        });
  }

  /** Numbers on disk stay when phases are added. */
  private static int numberOf(MovePhase phase) {
    return switch (phase) {
      case SERVING -> 1;
      case COPYING -> 2;
      case SEALED -> 3;
      case SWITCHED -> 4;
      case RECEIVING -> 5;
      case READY -> 6;
    };
  }

  private static MovePhase phaseOf(int number, ByteReader in) {
    for (MovePhase phase : MovePhase.values()) {
      if (numberOf(phase) == number) {
        return phase;
      }
    }
    throw in.malformed("no phase of a partition has the number " + number);
  }

  private static <T> T read(byte[] value, Function<ByteReader, T> reader) {
    try {
      return SystemRecords.read(value, reader);
    } catch (IllegalArgumentException e) {
      throw new StorageException(
          ErrorCode.CORRUPT, "a system record makes no sense: " + Bytes.wrap(value), e);
    }
  }
}
