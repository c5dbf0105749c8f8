package io.zabdb.net.frame;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import com.google.protobuf.UnsafeByteOperations;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.zabdb.net.frame.wire.Reason;
import io.zabdb.net.frame.wire.Refusal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * Turns bytes into the messages in their frames. What is no frame, and a refusal that the other
 * side sends, becomes a {@link RefusedException} for {@code exceptionCaught}; everything behind it
 * is thrown away. One per channel.
 *
 * <p>A frame that has not come whole is collected in an array of its length, for which {@link
 * FrameRoom} must have room; buffers of the socket are kept no longer than they are read. So direct
 * memory does not grow with what others have sent in part.
 */
public final class FrameDecoder extends ChannelInboundHandlerAdapter {

  private final FrameKind kind;
  private final int maxBodyBytes;
  private final Parser<? extends MessageLite> parser;
  private final FrameRoom room;
  private final CRC32C crc = new CRC32C();
  private final byte[] headerBytes = new byte[FrameFormat.HEADER_BYTES];
  private final ByteBuf header = Unpooled.wrappedBuffer(headerBytes).writerIndex(0);

  /** Of a frame that has not come whole; null: there is none, or no room for it yet. */
  private byte[] body;

  private int bodyBytes;

  /** What was taken for the frame, or is waited for. */
  private int taken;

  /** While there is no room for a body: what came behind its header. */
  private final ArrayDeque<ByteBuf> held = new ArrayDeque<>();

  private boolean waiting;
  private boolean refused;

  /** Takes every frame up to so many bytes of body. */
  public FrameDecoder(FrameKind kind, int maxBodyBytes, Parser<? extends MessageLite> parser) {
    this(kind, maxBodyBytes, parser, FrameRoom.UNLIMITED);
  }

  /**
   * A decoder.
   *
   * @param maxBodyBytes the longest body accepted
   * @param parser of the bodies
   * @param room for frames that have not come whole
   */
  public FrameDecoder(
      FrameKind kind, int maxBodyBytes, Parser<? extends MessageLite> parser, FrameRoom room) {
    this.kind = kind;
    this.maxBodyBytes = maxBodyBytes;
    this.parser = parser;
    this.room = room;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf in = (ByteBuf) message;
    try {
      if (waiting) {
        hold(in, held::addLast);
      } else {
        decode(context, in);
      }
    } finally {
      in.release();
    }
  }

  /** In memory of the heap: a buffer of the socket would be many times as large. */
  private static void hold(ByteBuf in, Consumer<ByteBuf> where) {
    if (in.isReadable()) {
      where.accept(Unpooled.copiedBuffer(in));
    }
  }

  private void decode(ChannelHandlerContext context, ByteBuf in) {
    try {
      while (in.isReadable() && !refused && !waiting && !context.isRemoved()) {
        MessageLite message = next(context, in);
        if (message != null) {
          context.fireChannelRead(message);
          giveBack();
        }
      }
      if (waiting) {
        // Ahead of what came later, if it was held already.
        hold(in, held::addFirst);
      }
    } catch (RefusedException e) {
      refused = true;
      drop();
      context.fireExceptionCaught(e);
    }
  }

  /** There is room now. */
  private void resume(ChannelHandlerContext context) {
    if (!waiting) {
      return;
    }
    waiting = false;
    body = new byte[taken];
    while (!waiting && !refused && !held.isEmpty()) {
      decode(context, held.poll());
    }
    context.fireChannelReadComplete();
  }

  private void giveBack() {
    if (taken > 0) {
      int bytes = taken;
      taken = 0;
      room.give(bytes);
    }
  }

  /** Nothing more is decoded. */
  private void drop() {
    waiting = false;
    held.clear();
    body = null;
    header.clear();
    giveBack();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    drop();
    context.fireChannelInactive();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    drop();
  }

  /** The next message, or null if it is not all there. */
  private MessageLite next(ChannelHandlerContext context, ByteBuf in) throws RefusedException {
    if (body != null) {
      return fill(in);
    }
    if (header.isReadable()) {
      takeHeader(in);
      return checkedHeader(header) ? begin(context, in) : null;
    }
    if (!checkedHeader(in)) {
      takeHeader(in);
      return null;
    }
    int length = lengthOf(in);
    if (in.readableBytes() >= FrameFormat.HEADER_BYTES + length) {
      ByteBuffer frame = in.nioBuffer(in.readerIndex(), FrameFormat.HEADER_BYTES + length);
      in.skipBytes(FrameFormat.HEADER_BYTES + length);
      return message(frame, length);
    }
    takeHeader(in);
    return begin(context, in);
  }

  private void takeHeader(ByteBuf in) {
    in.readBytes(header, Math.min(in.readableBytes(), header.writableBytes()));
  }

  private static int lengthOf(ByteBuf at) {
    return at.getInt(at.readerIndex() + FrameFormat.LENGTH_AT);
  }

  /** Whether a header is there, as far as it can be judged whole; what is there is right. */
  private boolean checkedHeader(ByteBuf in) throws RefusedException {
    int readable = in.readableBytes();
    if (readable < FrameFormat.LENGTH_AT) {
      return false;
    }
    int start = in.readerIndex();
    if (in.getShort(start) != FrameFormat.MAGIC) {
      throw Garbage.describe(in);
    }
    byte actualKind = in.getByte(start + FrameFormat.KIND_AT);
    if (actualKind != FrameKind.REFUSAL.number) {
      checkVersion(in.getByte(start + FrameFormat.VERSION_AT));
      checkKind(actualKind);
    }
    if (readable < FrameFormat.HEADER_BYTES) {
      return false;
    }
    int limit =
        isRefusal(actualKind)
            ? FrameFormat.MAX_REFUSAL_BYTES
            : Math.min(maxBodyBytes, room.mostBytes());
    checkLength(lengthOf(in), limit);
    return true;
  }

  private static boolean isRefusal(byte kind) {
    return kind == FrameKind.REFUSAL.number;
  }

  /** A frame of which not all is there begins. */
  private MessageLite begin(ChannelHandlerContext context, ByteBuf in) throws RefusedException {
    taken = lengthOf(header);
    bodyBytes = 0;
    if (!room.take(taken, () -> resume(context))) {
      waiting = true;
      return null;
    }
    body = new byte[taken];
    return fill(in);
  }

  private MessageLite fill(ByteBuf in) throws RefusedException {
    int more = Math.min(in.readableBytes(), body.length - bodyBytes);
    in.readBytes(body, bodyBytes, more);
    bodyBytes += more;
    room.came(more);
    if (bodyBytes < body.length) {
      return null;
    }
    byte[] whole = body;
    body = null;
    crc.reset();
    crc.update(headerBytes, 0, FrameFormat.CHECKSUM_AT);
    crc.update(whole);
    checkSum((int) crc.getValue(), header.getInt(FrameFormat.CHECKSUM_AT), whole.length);
    boolean refusal = isRefusal(headerBytes[FrameFormat.KIND_AT]);
    header.clear();
    if (refusal) {
      throw refusal(ByteBuffer.wrap(whole));
    }
    return parse(whole);
  }

  private MessageLite message(ByteBuffer frame, int length) throws RefusedException {
    int start = frame.position();
    checkSum(
        FrameFormat.checksum(crc, frame), frame.getInt(start + FrameFormat.CHECKSUM_AT), length);
    boolean refusal = isRefusal(frame.get(start + FrameFormat.KIND_AT));
    frame.position(start + FrameFormat.HEADER_BYTES);
    if (refusal) {
      throw refusal(frame);
    }
    return parse(frame, parser, length);
  }

  private static void checkSum(int actual, int expected, int length) throws RefusedException {
    if (actual != expected) {
      throw new RefusedException(
          Reason.BAD_CHECKSUM, "the checksum of a frame of " + length + " bytes is wrong");
    }
  }

  private static void checkVersion(byte version) throws RefusedException {
    if (version == FrameFormat.VERSION) {
      return;
    }
    int number = Byte.toUnsignedInt(version);
    boolean older = number < FrameFormat.VERSION;
    throw new RefusedException(
        older ? Reason.OLDER_VERSION : Reason.NEWER_VERSION,
        "frames of version "
            + number
            + ", which is "
            + (older ? "older" : "newer")
            + " than version "
            + FrameFormat.VERSION
            + ", the one spoken here");
  }

  private void checkKind(byte actual) throws RefusedException {
    if (actual != kind.number) {
      throw new RefusedException(
          Reason.WRONG_KIND,
          FrameKind.describe(actual) + " came where " + kind.words + " is expected");
    }
  }

  private static void checkLength(int length, int max) throws RefusedException {
    if (length < 0 || length > max) {
      throw new RefusedException(
          Reason.TOO_LONG,
          "a frame of " + Integer.toUnsignedLong(length) + " bytes, where " + max + " is the most");
    }
  }

  /** What the message holds in bytes are parts of the array, not copies. */
  private MessageLite parse(byte[] whole) throws RefusedException {
    ByteString bytes = UnsafeByteOperations.unsafeWrap(whole);
    CodedInputStream in = bytes.newCodedInput();
    in.enableAliasing(true);
    try {
      MessageLite message = parser.parseFrom(in);
      in.checkLastTagWas(0);
      return message;
    } catch (IOException e) {
      throw badBody(whole.length, e);
    }
  }

  private static MessageLite parse(
      ByteBuffer body, Parser<? extends MessageLite> parser, int length) throws RefusedException {
    try {
      return parser.parseFrom(body);
    } catch (InvalidProtocolBufferException e) {
      throw badBody(length, e);
    }
  }

  private static RefusedException badBody(int length, IOException cause) {
    return new RefusedException(
        Reason.BAD_BODY,
        "a frame of " + length + " bytes holds no known message: " + cause.getMessage());
  }

  private static RefusedException refusal(ByteBuffer body) throws RefusedException {
    Refusal refusal = (Refusal) parse(body, Refusal.parser(), body.remaining());
    return RefusedException.byOtherSide(refusal.getReason(), Printable.text(refusal.getMessage()));
  }
}
