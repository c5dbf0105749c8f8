package io.zabdb.storage.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.session.Retention;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Condition;
import io.zabdb.model.data.DataLimits;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.data.Version;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.storage.RandomCells;
import io.zabdb.storage.codec.ByteWriter;
import io.zabdb.storage.command.Action.Batch;
import io.zabdb.storage.command.Action.CheckAndMutate;
import io.zabdb.storage.command.Action.Mutate;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class CommandCodecTest {

  private static final long SEED = 4711;
  private static final Bytes Q = Bytes.of("q");
  private static final Version VERSION = new Version(1, 2, 300);

  private static final RowMutation EVERY_CHANGE =
      new RowMutation(
          Bytes.of("row"),
          List.of(
              new Change.Put(new Column("f", Q), Bytes.of("value")),
              new Change.Put(new Column("f", Bytes.EMPTY), Bytes.EMPTY),
              new Change.DeleteVersion(new Column("f", Q), VERSION),
              new Change.DeleteColumn(new Column("f", Q)),
              new Change.DeleteFamily("f"),
              new Change.DeleteRow()));

  private static final List<Command> COMMANDS =
      List.of(
          new Command("p", 0, new Mutate(EVERY_CHANGE)),
          new Command(
              "p",
              DataLimits.MILLIS,
              new CheckAndMutate(
                  List.of(
                      new Condition.Absent(new Column("f", Q)),
                      new Condition.Present(new Column("f", Q)),
                      new Condition.HasValue(new Column("f", Q), Bytes.of("v")),
                      new Condition.HasVersion(new Column("f", Q), VERSION)),
                  EVERY_CHANGE)),
          new Command("p", 5, new Batch(List.of(EVERY_CHANGE, EVERY_CHANGE))),
          new Command("p", 5, 3, new Retention(86_400_000, 1_000), new Mutate(EVERY_CHANGE)));

  @Test
  void commandsAreReadBack() {
    for (Command command : COMMANDS) {
      assertEquals(command, CommandCodec.decode(CommandCodec.encode(command)));
    }
  }

  @Test
  void resultsAreReadBack() {
    List<ErrorCode> ofStores =
        List.of(
            ErrorCode.INVALID_ARGUMENT,
            ErrorCode.TOO_LARGE,
            ErrorCode.NOT_FOUND,
            ErrorCode.ALREADY_EXISTS,
            ErrorCode.STALE,
            ErrorCode.CORRUPT,
            ErrorCode.IO,
            ErrorCode.DISK_FULL,
            ErrorCode.TOO_OLD);
    for (ErrorCode code : ErrorCode.values()) {
      Result refused = new Result.Refused(code, "why");
      if (!ofStores.contains(code)) {
        assertThrows(IllegalArgumentException.class, () -> ResultCodec.encode(refused));
        continue;
      }
      byte[] encoded = ResultCodec.encode(refused);
      assertEquals(
          ofStores.indexOf(code) + 1, encoded[2], "as docs/storage-format.md numbers them");
      assertEquals(refused, ResultCodec.decode(encoded));
    }
    for (Result result :
        List.of(new Result.Done(VERSION), new Result.NotDone(), new Result.Nothing())) {
      assertEquals(result, ResultCodec.decode(ResultCodec.encode(result)));
    }
  }

  @Test
  void theBytesAreThoseOfTheDocumentation() {
    Command put =
        new Command(
            "p",
            300,
            new Mutate(
                new RowMutation(Bytes.of("r"), List.of(new Change.Put(new Column("f", Q), Q)))));
    assertEquals(
        "01" + "0170" + "ac02" + "01" + "0172" + "01" + "01" + "0166" + "0171" + "0171",
        HexFormat.of().formatHex(CommandCodec.encode(put)));
    Command kept = new Command("p", 300, 299, new Retention(60_000, 1_000), put.action());
    assertEquals(
        "02" + "0170" + "ac02" + "ab02" + "e0d403" + "e807" + "01" + "0172" + "01" + "01" + "0166"
            + "0171" + "0171",
        HexFormat.of().formatHex(CommandCodec.encode(kept)));
  }

  @Test
  void partsOfCommandsAreRefused() {
    for (Command command : COMMANDS) {
      byte[] bytes = CommandCodec.encode(command);
      for (int length = 0; length < bytes.length; length++) {
        byte[] part = Arrays.copyOf(bytes, length);
        assertThrows(ZabException.class, () -> CommandCodec.decode(part));
      }
      byte[] more = Arrays.copyOf(bytes, bytes.length + 1);
      assertThrows(ZabException.class, () -> CommandCodec.decode(more));
    }
  }

  /** Garbage, and commands with damage: a result or a clear error, never anything else. */
  @Test
  void decodersSurviveGarbage() {
    Random random = new Random(SEED);
    int refused = 0;
    for (int i = 0; i < 200_000; i++) {
      byte[] bytes = i % 2 == 0 ? garbage(random) : damaged(random);
      refused += survives(CommandCodec::decode, bytes) ? 0 : 1;
      survives(ResultCodec::decode, bytes);
    }
    assertTrue(refused > 100_000, "seed " + SEED + ": refused " + refused);
  }

  private static byte[] garbage(Random random) {
    byte[] bytes = new byte[random.nextInt(60)];
    random.nextBytes(bytes);
    if (bytes.length > 0) {
      // Else the format is all that is ever looked at.
      bytes[0] = 1;
    }
    return bytes;
  }

  private static byte[] damaged(Random random) {
    byte[] bytes = CommandCodec.encode(COMMANDS.get(random.nextInt(COMMANDS.size())));
    for (int i = random.nextInt(4); i >= 0; i--) {
      bytes[random.nextInt(bytes.length)] = RandomCells.bytes(random, 1, 1).array()[0];
    }
    return bytes;
  }

  private static boolean survives(Function<byte[], ?> decoder, byte[] bytes) {
    try {
      assertNotNull(decoder.apply(bytes));
      return true;
    } catch (ZabException e) {
      assertTrue(
          e.code() == ErrorCode.INVALID_ARGUMENT || e.code() == ErrorCode.TOO_LARGE, e.toString());
      return false;
    }
  }

  @Test
  void countsAndLengthsBeyondTheBytesAllocateNothing() {
    byte[] manyChanges =
        new ByteWriter(16)
            .putByte(1)
            .putString("p")
            .putVarint(0)
            .putByte(1)
            .putBytes(Bytes.of("r"))
            .putVarint(DataLimits.PARTS)
            .toArray();
    assertThrows(ZabException.class, () -> CommandCodec.decode(manyChanges));
    byte[] longName = new ByteWriter(16).putByte(1).putVarint(Integer.MAX_VALUE).toArray();
    assertThrows(ZabException.class, () -> CommandCodec.decode(longName));
    byte[] negative = new ByteWriter(16).putByte(1).putVarint(-1).toArray();
    assertThrows(ZabException.class, () -> CommandCodec.decode(negative));
  }

  @Test
  void anUnknownFormatIsNamed() {
    ZabException error =
        assertThrows(ZabException.class, () -> CommandCodec.decode(new byte[] {9}));
    assertTrue(error.problem().contains("format 9"), error.problem());
  }
}
