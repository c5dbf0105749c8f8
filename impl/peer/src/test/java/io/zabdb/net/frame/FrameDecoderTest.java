package io.zabdb.net.frame;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.zabdb.net.RawSocket;
import io.zabdb.net.frame.wire.Reason;
import io.zabdb.net.frame.wire.Refusal;
import io.zabdb.peer.RandomValues;
import io.zabdb.peer.codec.DatagramCodec;
import io.zabdb.peer.codec.MessageCodec;
import io.zabdb.peer.wire.PeerFrame;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Frames in whatever pieces, and what is none: with the messages of replicas, which are of all
 * kinds and lengths, and so in their module.
 */
@Timeout(120)
class FrameDecoderTest {

  private static final int MAX_BYTES = 10_000;

  private final List<Object> came = new ArrayList<>();
  private final List<ByteBuf> received = new ArrayList<>();
  private final List<Throwable> faults = new ArrayList<>();
  private EmbeddedChannel channel;

  @BeforeEach
  void start() {
    channel = open(FrameKind.PEER);
  }

  @AfterEach
  void stop() {
    end();
  }

  private EmbeddedChannel open(FrameKind kind) {
    return open(new FrameDecoder(kind, MAX_BYTES, PeerFrame.parser()));
  }

  private EmbeddedChannel open(FrameDecoder decoder) {
    return new EmbeddedChannel(
        decoder,
        new ChannelInboundHandlerAdapter() {
          @Override
          public void channelRead(ChannelHandlerContext context, Object message) {
            came.add(message);
          }

          @Override
          public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            faults.add(cause);
          }
        });
  }

  private void receive(byte[] bytes) {
    receive(Unpooled.copiedBuffer(bytes));
  }

  private void receive(ByteBuf bytes) {
    if (bytes.isReadable()) {
      received.add(bytes);
    }
    channel.writeInbound(bytes);
  }

  /** Closes the channel: no buffer may be held any longer. */
  private void end() {
    channel.finishAndReleaseAll();
    for (ByteBuf bytes : received) {
      assertEquals(0, bytes.refCnt(), "a buffer was not released");
    }
    received.clear();
  }

  private static byte[] frame(MessageLite message) {
    return RawSocket.frame(FrameKind.PEER, message);
  }

  private static List<PeerFrame> frames(long seed) {
    RandomValues values = new RandomValues(new SplittableRandom(seed));
    List<PeerFrame> frames = new ArrayList<>();
    values.messages().forEach(message -> frames.add(MessageCodec.encode(message, seed)));
    values.datagrams().forEach(datagram -> frames.add(DatagramCodec.encode(datagram, seed)));
    return frames;
  }

  private static byte[] join(List<PeerFrame> frames) {
    ByteBuf all = Unpooled.buffer();
    frames.forEach(each -> all.writeBytes(frame(each)));
    byte[] bytes = new byte[all.readableBytes()];
    all.readBytes(bytes);
    all.release();
    return bytes;
  }

  private RefusedException refusal() {
    assertEquals(1, faults.size(), faults::toString);
    return assertInstanceOf(RefusedException.class, faults.get(0));
  }

  private void expectRefused(Reason reason, String message) {
    assertEquals(message, refusal().getMessage());
    assertEquals(reason, refusal().reason());
    assertFalse(refusal().isByOtherSide());
    // What comes behind is thrown away, without another word.
    receive(frame(PeerFrame.getDefaultInstance()));
    assertEquals(1, faults.size());
    assertEquals(List.of(), came);
  }

  // -- the layout

  /** Frames of today must be understood by what comes later. */
  @Test
  void theLayoutIsWhatTheDocumentationSays() {
    PeerFrame frame = PeerFrame.newBuilder().setLamport(5).build();
    byte[] bytes = HexFormat.of().parseHex("5a42" + "01" + "01" + "00000002" + "7c1bcefa" + "0805");
    assertArrayEquals(bytes, frame(frame));
    receive(bytes);
    assertEquals(List.of(frame), came);
  }

  // -- pieces

  @Test
  void framesComeByteByByte() {
    List<PeerFrame> frames = frames(1);
    for (byte each : join(frames)) {
      receive(new byte[] {each});
    }
    assertEquals(frames, came);
    assertEquals(List.of(), faults);
  }

  @Test
  void framesComeAllAtOnce() {
    List<PeerFrame> frames = frames(2);
    receive(join(frames));
    assertEquals(frames, came);
    assertEquals(List.of(), faults);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void framesComeInRandomPieces(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<PeerFrame> frames = frames(seed);
    byte[] bytes = join(frames);
    int at = 0;
    while (at < bytes.length) {
      int piece = Math.min(bytes.length - at, 1 + random.nextInt(2000));
      ByteBuf in = channel.alloc().directBuffer(piece).writeBytes(bytes, at, piece);
      receive(in);
      at += piece;
    }
    assertEquals(frames, came, "seed " + seed);
    assertEquals(List.of(), faults);
  }

  /** Room that is there later, or not yet, by chance. */
  private static final class LateRoom implements FrameRoom {

    private final SplittableRandom random;
    private Runnable later;
    private int waits;

    LateRoom(SplittableRandom random) {
      this.random = random;
    }

    @Override
    public int mostBytes() {
      return Integer.MAX_VALUE;
    }

    @Override
    public boolean take(int bytes, Runnable then) {
      boolean isThere = random.nextBoolean();
      if (!isThere) {
        waits++;
        later = then;
      }
      return isThere;
    }

    /** Now there is room, if somebody waits. */
    void grant() {
      Runnable granted = later;
      later = null;
      if (granted != null) {
        granted.run();
      }
    }

    @Override
    public void came(int bytes) {}

    @Override
    public void give(int bytes) {}
  }

  /** More comes than one frame while there is no room, as it does through TLS. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void framesWaitForRoomOneAfterTheOther(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    LateRoom room = new LateRoom(random);
    end();
    channel = open(new FrameDecoder(FrameKind.PEER, MAX_BYTES, PeerFrame.parser(), room));
    List<PeerFrame> frames = new ArrayList<>(frames(seed));
    frames.addAll(frames(seed + 100));
    frames.addAll(frames(seed + 200));
    byte[] bytes = join(frames);
    // One that never ends must fail.
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          int at = 0;
          while (at < bytes.length || room.later != null) {
            int piece = Math.min(bytes.length - at, random.nextInt(60));
            receive(Unpooled.copiedBuffer(bytes, at, piece));
            at += piece;
            if (at == bytes.length || random.nextInt(8) == 0) {
              room.grant();
            }
          }
        });
    assertEquals(frames, came, "seed " + seed);
    assertEquals(List.of(), faults);
    assertTrue(room.waits > 5, () -> "waits: " + room.waits);
  }

  // -- what is no frame

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "POST /x HTTP/1.1\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "HTTP/1.1 400 Bad Request\r\n"
      })
  void httpIsKnown(String request) {
    receive(request.getBytes(StandardCharsets.US_ASCII));
    expectRefused(Reason.GARBAGE, "HTTP, where this port speaks ZabDB's protocol");
  }

  @Test
  void tlsIsKnown() {
    receive(new byte[] {0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01});
    expectRefused(Reason.TLS, "TLS, where this port speaks without");
  }

  @Test
  void otherBytesAreShown() {
    receive("SSH-2.0-OpenSSH_9.6".getBytes(StandardCharsets.US_ASCII));
    expectRefused(
        Reason.GARBAGE,
        "bytes that are no frame of ZabDB: they start with 5353482d322e302d4f70656e5353485f");
  }

  @Test
  void garbageBehindAFrameIsRefusedAfterTheFrame() {
    PeerFrame first = frames(1).get(0);
    byte[] bytes = frame(first);
    byte[] both = Arrays.copyOf(bytes, bytes.length + 4);
    receive(both);
    assertEquals(List.of(first), came);
    assertEquals(Reason.GARBAGE, refusal().reason());
  }

  @ParameterizedTest
  @CsvSource({
    "0, OLDER_VERSION, 'frames of version 0, which is older than version 1, the one spoken here'",
    "2, NEWER_VERSION, 'frames of version 2, which is newer than version 1, the one spoken here'",
    "255, NEWER_VERSION, 'frames of version 255, which is newer than version 1, the one spoken here'"
  })
  void otherVersionsAreToldApart(int version, Reason reason, String message) {
    byte[] bytes = frame(frames(1).get(0));
    bytes[2] = (byte) version;
    receive(bytes);
    expectRefused(reason, message);
  }

  @Test
  void aVersionIsKnownByFourBytes() {
    receive(new byte[] {'Z', 'B', 2, 1});
    assertEquals(Reason.NEWER_VERSION, refusal().reason());
  }

  @Test
  void framesOfClientsAreRefusedAtThePortOfPeers() {
    receive(RawSocket.frame(FrameKind.CLIENT, PeerFrame.getDefaultInstance()));
    expectRefused(
        Reason.WRONG_KIND,
        "a frame between client and node came where a frame between replicas is expected");
  }

  @Test
  void framesOfPeersAreRefusedAtThePortOfClients() {
    end();
    channel = open(FrameKind.CLIENT);
    receive(frame(PeerFrame.getDefaultInstance()));
    assertEquals(
        "a frame between replicas came where a frame between client and node is expected",
        refusal().getMessage());
  }

  @Test
  void framesOfUnknownKindAreRefused() {
    byte[] bytes = frame(PeerFrame.getDefaultInstance());
    bytes[3] = 77;
    receive(bytes);
    expectRefused(
        Reason.WRONG_KIND,
        "a frame of unknown kind 77 came where a frame between replicas is expected");
  }

  @ParameterizedTest
  @CsvSource({
    "10001, 10001",
    "2147483647, 2147483647",
    "-1, 4294967295",
    "-2147483648, 2147483648"
  })
  void aLengthBeyondTheLimitIsRefusedByTheHeaderAlone(int length, long shown) {
    ByteBuf header = Unpooled.buffer();
    header.writeByte('Z').writeByte('B').writeByte(1).writeByte(1).writeInt(length).writeInt(0);
    receive(header);
    expectRefused(Reason.TOO_LONG, "a frame of " + shown + " bytes, where 10000 is the most");
  }

  @Test
  void aFrameOfTheGreatestLengthIsTaken() {
    PeerFrame.Builder chunk = PeerFrame.newBuilder();
    int bytes = MAX_BYTES - 12;
    while (chunk.build().getSerializedSize() < MAX_BYTES) {
      chunk.getCheckpointChunkBuilder().setBytes(ByteString.copyFrom(new byte[bytes]));
      bytes++;
    }
    assertEquals(MAX_BYTES, chunk.build().getSerializedSize());
    receive(frame(chunk.build()));
    assertEquals(List.of(chunk.build()), came);
    chunk.getCheckpointChunkBuilder().setBytes(ByteString.copyFrom(new byte[bytes]));
    receive(frame(chunk.build()));
    assertEquals(Reason.TOO_LONG, refusal().reason());
  }

  @Test
  void eachWrongBitIsNoticed() {
    PeerFrame message = frames(5).get(3);
    byte[] right = frame(message);
    for (int bit = 0; bit < right.length * 8; bit++) {
      byte[] wrong = right.clone();
      wrong[bit / 8] ^= (byte) (1 << bit % 8);
      receive(wrong);
      // A length that grew would wait for more.
      receive(new byte[MAX_BYTES]);
      assertEquals(List.of(), came, "bit " + bit);
      assertEquals(1, faults.size(), "bit " + bit);
      faults.clear();
      end();
      channel = open(FrameKind.PEER);
    }
  }

  @Test
  void aBodyThatIsNoMessageIsRefused() {
    // Read as a peer's frame, this is a hello whose only byte is no tag.
    receive(frame(Refusal.newBuilder().setMessage("x").build()));
    assertEquals(Reason.BAD_BODY, refusal().reason());
    assertTrue(
        refusal().getMessage().startsWith("a frame of 3 bytes holds no known message: "),
        refusal().getMessage());
  }

  // -- refusals

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 255})
  void aRefusalIsUnderstoodWhateverItsVersion(int version) {
    ByteBuf refusal =
        FrameWriter.refusal(channel.alloc(), Reason.WRONG_CLUSTER, "not you\r\n\u001b[31m");
    refusal.setByte(2, version);
    // The checksum covers the version.
    CRC32C crc = new CRC32C();
    refusal.setInt(8, FrameFormat.checksum(crc, refusal.nioBuffer()));
    receive(refusal);
    assertEquals(Reason.WRONG_CLUSTER, refusal().reason());
    assertEquals("refused by the other side: not you???[31m", refusal().getMessage());
    assertTrue(refusal().isByOtherSide());
  }

  @Test
  void aRefusalMayNotBeLong() {
    Refusal refusal = Refusal.newBuilder().setMessage("x".repeat(5000)).build();
    receive(RawSocket.frame(FrameKind.REFUSAL, refusal));
    expectRefused(Reason.TOO_LONG, "a frame of 5003 bytes, where 4096 is the most");
  }

  // -- fuzz

  @ParameterizedTest
  @ValueSource(longs = {101, 102, 103, 104, 105, 106, 107, 108})
  void randomBytesAreRefused(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 1000; round++) {
      byte[] bytes = new byte[12 + random.nextInt(300)];
      random.nextBytes(bytes);
      bytes[0] = random.nextInt(4) == 0 ? (byte) 'Z' : bytes[0];
      bytes[1] = random.nextInt(2) == 0 ? (byte) 'B' : bytes[1];
      expectEndOrRefusal("seed " + seed + " round " + round, bytes, List.of());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {201, 202, 203, 204, 205, 206, 207, 208})
  void framesWithDamageAreRefusedAndThoseBeforeItComeThrough(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<PeerFrame> frames = frames(seed);
    for (int round = 0; round < 100; round++) {
      int damaged = random.nextInt(frames.size());
      byte[] good = join(frames.subList(0, damaged));
      byte[] bad = frame(frames.get(damaged));
      switch (random.nextInt(3)) {
        case 0 -> bad[random.nextInt(bad.length)] ^= (byte) (1 + random.nextInt(255));
        case 1 -> bad = Arrays.copyOf(bad, random.nextInt(bad.length));
        default -> {
          int at = random.nextInt(bad.length);
          byte[] longer = new byte[bad.length + 1];
          System.arraycopy(bad, 0, longer, 0, at);
          longer[at] = (byte) ~bad[at];
          System.arraycopy(bad, at, longer, at + 1, bad.length - at);
          bad = longer;
        }
      }
      byte[] all = Arrays.copyOf(good, good.length + bad.length);
      System.arraycopy(bad, 0, all, good.length, bad.length);
      expectEndOrRefusal("seed " + seed + " round " + round, all, frames.subList(0, damaged));
    }
  }

  /** Bodies that are no messages, under checksums that are right. */
  @ParameterizedTest
  @ValueSource(longs = {301, 302, 303, 304})
  void randomBodiesAreMessagesOrRefused(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<PeerFrame> frames = frames(seed);
    for (int round = 0; round < 1000; round++) {
      byte[] bytes = frame(frames.get(random.nextInt(frames.size())));
      int changes = 1 + random.nextInt(5);
      for (int i = 0; i < changes && bytes.length > 12; i++) {
        bytes[12 + random.nextInt(bytes.length - 12)] = (byte) random.nextInt(256);
      }
      ByteBuf fixed = Unpooled.wrappedBuffer(bytes);
      fixed.setInt(8, FrameFormat.checksum(new CRC32C(), fixed.nioBuffer()));
      receive(fixed);
      assertEquals(1, came.size() + faults.size(), "seed " + seed + " round " + round);
      for (Throwable fault : faults) {
        RefusedException refusal = assertInstanceOf(RefusedException.class, fault);
        assertEquals(Reason.BAD_BODY, refusal.reason());
      }
      reopen();
    }
  }

  private void expectEndOrRefusal(String what, byte[] bytes, List<PeerFrame> before) {
    receive(bytes);
    assertEquals(before, came, what);
    assertTrue(faults.size() <= 1, what);
    for (Throwable fault : faults) {
      RefusedException refusal = assertInstanceOf(RefusedException.class, fault, what);
      assertFalse(refusal.reason() == Reason.REASON_UNSPECIFIED, what);
    }
    reopen();
  }

  private void reopen() {
    came.clear();
    faults.clear();
    end();
    channel = open(FrameKind.PEER);
  }
}
