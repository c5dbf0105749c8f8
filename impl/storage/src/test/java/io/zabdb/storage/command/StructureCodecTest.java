package io.zabdb.storage.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.DataLimits;
import io.zabdb.model.data.Family;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.data.Version;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.Token;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.shard.Birth;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.LastUpdate;
import io.zabdb.shard.PartitionCopy;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.ShardCommand;
import io.zabdb.shard.ShardLimits;
import io.zabdb.shard.ShardUpdate;
import io.zabdb.storage.codec.ByteWriter;
import io.zabdb.storage.codec.ShardCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StructureCodecTest {

  private static final long SEED = 4712;
  private static final Birth SELF = new Birth(1, -2);
  private static final PartitionId P = new PartitionId("p", new TokenRange(-1, 255));
  private static final PartitionId Q = new PartitionId("q", new TokenRange(255, 300));

  private static final List<Family> FAMILIES = List.of(Family.of("f"), new Family("g", 3, 1_000));

  private static final Bytes PAYLOAD =
      Bytes.wrap(
          CommandCodec.encode(
              new Command(
                  "p",
                  10,
                  new Action.Mutate(
                      new RowMutation(Bytes.of("a"), List.of(new Change.DeleteRow()))))));

  /** Those that a store applies. */
  private static final List<Structure> COMMANDS =
      Stream.concat(
              Stream.of(
                  new Structure(ShardCommand.found(SELF, List.of(P, Q)), FAMILIES),
                  Structure.of(ShardCommand.found(SELF, List.of()))),
              Stream.of(CommandKind.values())
                  .filter(kind -> kind.ordinal() >= CommandKind.BEGIN.ordinal())
                  .map(StructureCodecTest::command))
          .toList();

  private static Structure command(CommandKind kind) {
    ShardCommand command =
        switch (kind) {
          case STAGE, FINISH, ACTIVATE ->
              new ShardCommand(kind, P, 300, SELF, 0, null, copy(Map.of()), List.of());
          case CATCH -> new ShardCommand(kind, P, 300, SELF, 7, update(), null, List.of());
          case DISSOLVE -> ShardCommand.dissolve();
          default -> attempt(kind);
        };
    return new Structure(command, kind == CommandKind.PREPARE ? FAMILIES : List.of());
  }

  private static PartitionCopy copy(Map<Long, LastUpdate> sessions) {
    return new PartitionCopy(300, Bytes.of("digest"), new TreeMap<>(sessions), 4);
  }

  private static ShardUpdate update() {
    long token = Token.of(Bytes.of("a").array());
    return new ShardUpdate(-5, 300, List.of(token), 12, new Version(1, 2, 3), PAYLOAD);
  }

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
    String ofAttempt =
        "0170"
            + "ffffffffffffffff"
            + "00000000000000ff"
            + "ac02"
            + "0000000000000001"
            + "fffffffffffffffe";
    assertEquals(
        "03" + "13" + ofAttempt + "00" + "ac02" + "04" + "06646967657374",
        hex(command(CommandKind.STAGE)));
    assertEquals(
        "03"
            + "14"
            + ofAttempt
            + "07"
            + "fffffffffffffffb"
            + "ac02"
            + "0c"
            + "010203"
            + "09"
            + HexFormat.of().formatHex(PAYLOAD.array()),
        hex(command(CommandKind.CATCH)));
    assertEquals(
        "03" + "1c" + "01" + "0170" + "ffffffffffffffff" + "00000000000000ff",
        hex(Structure.of(ShardCommand.shard(CommandKind.BEGIN_SHARDING, List.of(P)))));
    assertEquals("03" + "1f", hex(Structure.of(ShardCommand.dissolve())));
  }

  private static String hex(Structure command) {
    return HexFormat.of().formatHex(StructureCodec.encode(command));
  }

  @Test
  void kindsThatNoStoreAppliesAreNotEncoded() {
    PartitionCopy whole = copy(Map.of(1L, new LastUpdate(2, Bytes.EMPTY)));
    Structure stage =
        Structure.of(new ShardCommand(CommandKind.STAGE, P, 1, SELF, 0, null, whole, List.of()));
    assertThrows(IllegalArgumentException.class, () -> StructureCodec.encode(stage));
    Structure update = Structure.of(ShardCommand.update(update()));
    assertThrows(IllegalArgumentException.class, () -> StructureCodec.encode(update));
  }

  @Test
  void familiesAreOfCommandsByWhichPartitionsCome() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new Structure(attempt(CommandKind.SEAL), List.of(Family.of("f"))));
    assertThrows(
        IllegalArgumentException.class, () -> Structure.of(ShardCommand.found(SELF, List.of(P))));
    assertThrows(IllegalArgumentException.class, () -> Structure.of(attempt(CommandKind.PREPARE)));
  }

  /** No partition can have them: whoever applied that would end, each time. */
  @Test
  void twoFamiliesOfOneNameAreRefused() {
    List<Family> twice = List.of(Family.of("f"), new Family("f", 3, 0));
    byte[] bytes = StructureCodec.encode(new Structure(attempt(CommandKind.PREPARE), twice));
    ZabException refused = assertThrows(ZabException.class, () -> StructureCodec.decode(bytes));
    assertTrue(refused.getMessage().contains("two families f"), refused.getMessage());
  }

  @Test
  void whatIsCaughtIsKnownByItsFirstBytes() {
    for (Structure command : COMMANDS) {
      assertEquals(
          command.command().kind() == CommandKind.CATCH,
          StructureCodec.isCatch(StructureCodec.encode(command)));
    }
    assertFalse(StructureCodec.isCatch(new byte[0]));
  }

  /** The longest update that a client may send is shipped, too. */
  @Test
  void whatIsCaughtMayBeAsLongAsAnUpdate() {
    byte[] value = new byte[DataLimits.VALUE];
    List<RowMutation> rows = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      int length = i < 3 ? value.length : value.length - 70;
      Column column = new Column("f", Bytes.wrap(new byte[] {(byte) i}));
      Bytes part = Bytes.wrap(Arrays.copyOf(value, length));
      rows.add(new RowMutation(Bytes.of("a"), List.of(new Change.Put(column, part))));
    }
    byte[] payload = CommandCodec.encode(new Command("p", 10, new Action.Batch(rows)));
    assertTrue(DataLimits.COMMAND - payload.length < 64, "" + payload.length);
    List<Long> tokens = update().tokens();
    ShardUpdate update =
        new ShardUpdate(-5, 300, tokens, 12, new Version(1, 2, 3), Bytes.wrap(payload));
    Structure caught =
        Structure.of(new ShardCommand(CommandKind.CATCH, P, 300, SELF, 7, update, null, List.of()));
    assertEquals(caught, StructureCodec.decode(StructureCodec.encode(caught)));
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
