package io.zabdb.storage.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.data.Family;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.shard.Birth;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.ShardCommand;
import io.zabdb.shard.ShardLimits;
import io.zabdb.storage.codec.ByteWriter;
import io.zabdb.storage.codec.ShardCodec;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StructureCodecTest {

  private static final long SEED = 4712;
  private static final Birth SELF = new Birth(1, -2);
  private static final PartitionId P = new PartitionId("p", new TokenRange(-1, 255));
  private static final PartitionId Q = new PartitionId("q", new TokenRange(255, 300));

  /** Those that a store applies. */
  private static final Set<CommandKind> APPLIED =
      EnumSet.of(
          CommandKind.FOUND,
          CommandKind.BEGIN,
          CommandKind.SEAL,
          CommandKind.SWITCH,
          CommandKind.RELEASE,
          CommandKind.ABORT,
          CommandKind.BEGIN_SHARDING,
          CommandKind.COMMIT_SHARDING,
          CommandKind.ABORT_SHARDING);

  private static final List<Structure> COMMANDS =
      Stream.concat(
              Stream.of(
                  new Structure(
                      ShardCommand.found(SELF, List.of(P, Q)),
                      List.of(Family.of("f"), new Family("g", 3, 1_000))),
                  Structure.of(ShardCommand.found(SELF, List.of()))),
              APPLIED.stream()
                  .filter(kind -> kind != CommandKind.FOUND)
                  .map(kind -> Structure.of(attempt(kind))))
          .toList();

  private static ShardCommand attempt(CommandKind kind) {
    return kind.ordinal() < CommandKind.BEGIN_SHARDING.ordinal()
        ? new ShardCommand(kind, P, 300, SELF, 7, null, null, List.of())
        : ShardCommand.shard(kind, List.of(P, Q));
  }

  @Test
  void commandsAreReadBack() {
    for (Structure command : COMMANDS) {
      assertEquals(command, StructureCodec.decode(StructureCodec.encode(command)));
    }
  }

  @Test
  void theBytesAreThoseOfTheDocumentation() {
    assertEquals(
        "03"
            + "10"
            + "0000000000000001"
            + "fffffffffffffffe"
            + "01"
            + "0166"
            + "01"
            + "00"
            + "01"
            + "0170"
            + "ffffffffffffffff"
            + "00000000000000ff",
        hex(new Structure(ShardCommand.found(SELF, List.of(P)), List.of(Family.of("f")))));
    assertEquals(
        "03"
            + "15"
            + "0170"
            + "ffffffffffffffff"
            + "00000000000000ff"
            + "ac02"
            + "0000000000000001"
            + "fffffffffffffffe"
            + "07",
        hex(Structure.of(attempt(CommandKind.SEAL))));
    assertEquals(
        "03" + "1c" + "01" + "0170" + "ffffffffffffffff" + "00000000000000ff",
        hex(Structure.of(ShardCommand.shard(CommandKind.BEGIN_SHARDING, List.of(P)))));
  }

  private static String hex(Structure command) {
    return HexFormat.of().formatHex(StructureCodec.encode(command));
  }

  @Test
  void kindsThatNoStoreAppliesAreNotEncoded() {
    Structure dissolve = Structure.of(ShardCommand.dissolve());
    assertThrows(IllegalArgumentException.class, () -> StructureCodec.encode(dissolve));
    Structure prepare = Structure.of(ShardCommand.of(CommandKind.PREPARE, P, 1, SELF));
    assertThrows(IllegalArgumentException.class, () -> StructureCodec.encode(prepare));
  }

  @Test
  void familiesAreOfTheFirstCommand() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new Structure(attempt(CommandKind.SEAL), List.of(Family.of("f"))));
    assertThrows(
        IllegalArgumentException.class, () -> Structure.of(ShardCommand.found(SELF, List.of(P))));
  }

  @Test
  void partsAndMoreAreRefused() {
    for (Structure command : COMMANDS) {
      byte[] bytes = StructureCodec.encode(command);
      for (int length = 0; length < bytes.length; length++) {
        byte[] part = Arrays.copyOf(bytes, length);
        assertThrows(ZabException.class, () -> StructureCodec.decode(part));
      }
      byte[] more = Arrays.copyOf(bytes, bytes.length + 1);
      assertThrows(ZabException.class, () -> StructureCodec.decode(more));
    }
  }

  @Test
  void tooManyPartitionsAreRefusedBeforeTheyAreRead() {
    ByteWriter out = new ByteWriter(64).putByte(3).putByte(16);
    ShardCodec.putBirth(out, SELF);
    ShardCodec.putFamilies(out, List.of(Family.of("f")));
    out.putVarint(ShardLimits.PARTITIONS + 1).putRaw(new byte[ShardLimits.PARTITIONS + 1]);
    ZabException error =
        assertThrows(ZabException.class, () -> StructureCodec.decode(out.toArray()));
    assertTrue(error.problem().contains("more than the limit 1024"), error.problem());
  }

  /** Commands with damage: a command or a clear error, never anything else. */
  @Test
  void itSurvivesGarbage() {
    Random random = new Random(SEED);
    int refused = 0;
    for (int i = 0; i < 100_000; i++) {
      byte[] bytes = StructureCodec.encode(COMMANDS.get(random.nextInt(COMMANDS.size())));
      for (int n = random.nextInt(4); n >= 0; n--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      refused += survives(bytes) ? 0 : 1;
    }
    assertTrue(refused > 10_000, "seed " + SEED + ": refused " + refused);
  }

  private static boolean survives(byte[] bytes) {
    try {
      StructureCodec.decode(bytes);
      return true;
    } catch (ZabException e) {
      assertTrue(
          e.code() == ErrorCode.INVALID_ARGUMENT || e.code() == ErrorCode.TOO_LARGE, e.toString());
      return false;
    }
  }
}
