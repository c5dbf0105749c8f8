package io.zabdb.transport.frame;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.zabdb.transport.frame.wire.Reason;
import io.zabdb.transport.frame.wire.Refusal;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Turns bytes into the messages in their frames. What is no frame, and a refusal that the other
 * side sends, becomes a {@link RefusedException} for {@code exceptionCaught}; everything behind it
 * is thrown away. Memory is taken only for bytes that have arrived, a frame's length being checked
 * first. One per channel.
 */
public final class FrameDecoder extends ByteToMessageDecoder {

  private final FrameKind kind;
  private final int maxBodyBytes;
  private final Parser<? extends MessageLite> parser;
  private final CRC32C crc = new CRC32C();
  private boolean refused;

  /**
   * @param maxBodyBytes the longest body accepted
   * @param parser of the bodies
   */
  public FrameDecoder(FrameKind kind, int maxBodyBytes, Parser<? extends MessageLite> parser) {
    this.kind = kind;
    this.maxBodyBytes = maxBodyBytes;
    this.parser = parser;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (refused) {
      in.skipBytes(in.readableBytes());
      return;
    }
    try {
      MessageLite message = next(in);
      if (message != null) {
        out.add(message);
      }
    } catch (RefusedException e) {
      refused = true;
      in.skipBytes(in.readableBytes());
      context.fireExceptionCaught(e);
    }
  }

  /** The next message, or null if it is not all there. */
  private MessageLite next(ByteBuf in) throws RefusedException {
    int readable = in.readableBytes();
    if (readable < FrameFormat.LENGTH_AT) {
      return null;
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
      return null;
    }
    boolean refusal = actualKind == FrameKind.REFUSAL.number;
    int length = in.getInt(start + FrameFormat.LENGTH_AT);
    checkLength(length, refusal ? FrameFormat.MAX_REFUSAL_BYTES : maxBodyBytes);
    int frameBytes = FrameFormat.HEADER_BYTES + length;
    if (readable < frameBytes) {
      return null;
    }
    ByteBuffer frame = in.nioBuffer(start, frameBytes);
    if (FrameFormat.checksum(crc, frame) != in.getInt(start + FrameFormat.CHECKSUM_AT)) {
      throw new RefusedException(
          Reason.BAD_CHECKSUM, "the checksum of a frame of " + length + " bytes is wrong");
    }
    in.skipBytes(frameBytes);
    frame.position(frame.position() + FrameFormat.HEADER_BYTES);
    if (refusal) {
      throw refusal(frame);
    }
    return parse(frame, parser, length);
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

  private static MessageLite parse(
      ByteBuffer body, Parser<? extends MessageLite> parser, int length) throws RefusedException {
    try {
      return parser.parseFrom(body);
    } catch (InvalidProtocolBufferException e) {
      throw new RefusedException(
          Reason.BAD_BODY,
          "a frame of " + length + " bytes holds no known message: " + e.getMessage());
    }
  }

  private static RefusedException refusal(ByteBuffer body) throws RefusedException {
    Refusal refusal = (Refusal) parse(body, Refusal.parser(), body.remaining());
    return RefusedException.byOtherSide(refusal.getReason(), Printable.text(refusal.getMessage()));
  }
}
