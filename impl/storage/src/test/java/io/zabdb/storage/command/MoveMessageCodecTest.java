package io.zabdb.storage.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.DataLimits;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.data.Version;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.Token;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.shard.Birth;
import io.zabdb.shard.LastUpdate;
import io.zabdb.shard.MessageType;
import io.zabdb.shard.MoveMessage;
import io.zabdb.shard.PartitionCopy;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.ShardLimits;
import io.zabdb.shard.ShardUpdate;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MoveMessageCodecTest {

  private static final long SEED = 4713;
  private static final int ROUNDS = 100_000;

  private final Random random = new Random(SEED);

  private MoveMessage message(MessageType type) {
    PartitionId part =
        new PartitionId("p" + random.nextInt(300), new TokenRange(-1, random.nextInt(1 << 20)));
    return new MoveMessage(
        type,
        new Birth(random.nextLong(), random.nextLong()),
        new Birth(random.nextLong(), random.nextLong()),
        part,
        1 + (random.nextLong() >>> (2 + random.nextInt(60))),
        random.nextLong() >>> (2 + random.nextInt(60)),
        type == MessageType.CATCH ? update() : null,
        hasCopy(type) ? copy(Map.of()) : null);
  }

  private static boolean hasCopy(MessageType type) {
    return Set.of(MessageType.BASE, MessageType.MANIFEST, MessageType.ACTIVATE).contains(type);
  }

  private PartitionCopy copy(Map<Long, LastUpdate> sessions) {
    byte[] digest = new byte[random.nextInt(33)];
    random.nextBytes(digest);
    long time = random.nextLong(DataLimits.MILLIS + 1);
    return new PartitionCopy(
        random.nextInt(1 << 20), Bytes.wrap(digest), new TreeMap<>(sessions), time);
  }

  private ShardUpdate update() {
    byte[] row = new byte[1 + random.nextInt(20)];
    random.nextBytes(row);
    Action action =
        new Action.Mutate(new RowMutation(Bytes.wrap(row), List.of(new Change.DeleteRow())));
    byte[] payload = CommandCodec.encode(new Command("p", 10, action));
    return new ShardUpdate(
        random.nextLong(),
        1 + random.nextInt(1 << 20),
        List.of(Token.of(row)),
        random.nextLong(DataLimits.MILLIS + 1),
        new Version(random.nextInt(300), random.nextInt(300), random.nextInt(300)),
        Bytes.wrap(payload));
  }

  private MoveMessage any() {
    return message(MessageType.values()[random.nextInt(MessageType.values().length)]);
  }

  @Test
  void messagesAreReadBack() {
    Set<MessageType> read = EnumSet.noneOf(MessageType.class);
    for (int i = 0; i < 2_000; i++) {
      MoveMessage message = any();
      assertEquals(
          message, MoveMessageCodec.decode(MoveMessageCodec.encode(message)), "seed " + SEED);
      read.add(message.type());
    }
    assertEquals(EnumSet.allOf(MessageType.class), read, "seed " + SEED);
  }

  @Test
  void theBytesAreThoseOfTheDocumentation() {
    MoveMessage base =
        new MoveMessage(
            MessageType.BASE,
            new Birth(1, -2),
            new Birth(3, 4),
            new PartitionId("p", new TokenRange(-1, 255)),
            300,
            7,
            null,
            new PartitionCopy(300, Bytes.of("digest"), new TreeMap<>(), 4));
    assertEquals(
        "01"
            + "02"
            + "0000000000000001"
            + "fffffffffffffffe"
            + "0000000000000003"
            + "0000000000000004"
            + "0170"
            + "ffffffffffffffff"
            + "00000000000000ff"
            + "ac02"
            + "07"
            + "ac02"
            + "04"
            + "06646967657374",
        HexFormat.of().formatHex(MoveMessageCodec.encode(base)));
  }

  @Test
  void sessionsComeWithTheFiles() {
    MoveMessage base = message(MessageType.BASE);
    PartitionCopy copy = copy(Map.of(1L, new LastUpdate(2, Bytes.EMPTY)));
    MoveMessage with =
        new MoveMessage(base.type(), base.src(), base.dst(), base.part(), 1, 0, null, copy);
    assertThrows(IllegalArgumentException.class, () -> MoveMessageCodec.encode(with));
  }

  @Test
  void partsAndMoreAreRefused() {
    for (MessageType type : MessageType.values()) {
      byte[] bytes = MoveMessageCodec.encode(message(type));
      for (int length = 0; length < bytes.length; length++) {
        byte[] part = Arrays.copyOf(bytes, length);
        assertThrows(ZabException.class, () -> MoveMessageCodec.decode(part));
      }
      byte[] more = Arrays.copyOf(bytes, bytes.length + 1);
      assertThrows(ZabException.class, () -> MoveMessageCodec.decode(more));
    }
  }

  private static String refusal(byte[] bytes) {
    return assertThrows(ZabException.class, () -> MoveMessageCodec.decode(bytes)).problem();
  }

  @Test
  void whatIsNotKnownOrTooMuchIsNamed() {
    byte[] newer = MoveMessageCodec.encode(message(MessageType.READY));
    newer[0] = 2;
    assertTrue(refusal(newer).contains("format 2 "), refusal(newer));
    byte[] unknown = MoveMessageCodec.encode(message(MessageType.READY));
    unknown[1] = 11;
    assertTrue(refusal(unknown).contains("has the number 11"), refusal(unknown));
    byte[] tooLong = new byte[DataLimits.COMMAND + MoveMessageCodec.AROUND_UPDATE + 1];
    assertTrue(refusal(tooLong).contains("more than the limit 33555456"), refusal(tooLong));
    MoveMessage high =
        new MoveMessage(
            MessageType.TOO_LOW,
            Birth.NOBODY,
            Birth.NOBODY,
            new PartitionId("p", TokenRange.ALL),
            1,
            ShardLimits.NUMBER,
            null,
            null);
    byte[] higher = MoveMessageCodec.encode(high);
    // The lowest bit of the number, in the first of its bytes.
    higher[higher.length - 9] |= 1;
    assertTrue(refusal(higher).contains("the number in a message"), refusal(higher));
  }

  /** Messages with damage: a message or a clear error, never anything else. */
  @Test
  void itSurvivesGarbage() {
    int refused = 0;
    for (int i = 0; i < ROUNDS; i++) {
      byte[] bytes = MoveMessageCodec.encode(any());
      for (int n = random.nextInt(4); n >= 0; n--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      refused += survives(bytes) ? 0 : 1;
    }
    assertTrue(refused > ROUNDS / 10, "seed " + SEED + ": refused " + refused);
  }

  private static boolean survives(byte[] bytes) {
    try {
      MoveMessageCodec.decode(bytes);
      return true;
    } catch (ZabException e) {
      assertTrue(
          e.code() == ErrorCode.INVALID_ARGUMENT || e.code() == ErrorCode.TOO_LARGE, e.toString());
      return false;
    }
  }
}
