package io.zabdb.net.frame;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.zabdb.net.frame.wire.Reason;
import io.zabdb.net.frame.wire.Refusal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32C;

/** Writes messages as frames, straight into buffers. Not thread-safe. */
public final class FrameWriter {

  private final FrameKind kind;
  private final CRC32C crc = new CRC32C();

  public FrameWriter(FrameKind kind) {
    this.kind = kind;
  }

  /** How many bytes the frame of a message takes. */
  public static int frameBytes(MessageLite message) {
    return FrameFormat.HEADER_BYTES + message.getSerializedSize();
  }

  /**
   * Frames in one new buffer.
   *
   * @param bytes the sum of their {@link #frameBytes}
   */
  public ByteBuf write(
      ByteBufAllocator allocator, List<? extends MessageLite> messages, int bytes) {
    ByteBuf into = allocator.ioBuffer(bytes, bytes);
    boolean done = false;
    try {
      for (int i = 0; i < messages.size(); i++) {
        write(messages.get(i), into);
      }
      done = true;
      return into;
    } finally {
      if (!done) {
        into.release();
      }
    }
  }

  public static ByteBuf refusal(ByteBufAllocator allocator, Reason reason, String message) {
    Refusal refusal =
        Refusal.newBuilder().setReason(reason).setMessage(Printable.text(message)).build();
    return new FrameWriter(FrameKind.REFUSAL)
        .write(allocator, List.of(refusal), frameBytes(refusal));
  }

  private void write(MessageLite message, ByteBuf into) {
    int length = message.getSerializedSize();
    int start = into.writerIndex();
    into.writeShort(FrameFormat.MAGIC)
        .writeByte(FrameFormat.VERSION)
        .writeByte(kind.number)
        .writeInt(length)
        .writeInt(0);
    ByteBuffer frame = into.nioBuffer(start, FrameFormat.HEADER_BYTES + length);
    ByteBuffer body = frame.duplicate();
    body.position(body.position() + FrameFormat.HEADER_BYTES);
    try {
      CodedOutputStream out = CodedOutputStream.newInstance(body);
      message.writeTo(out);
      out.flush();
      out.checkNoSpaceLeft();
    } catch (IOException e) {
      throw new UncheckedIOException("a message changed while it was written", e);
    }
    into.writerIndex(start + FrameFormat.HEADER_BYTES + length);
    into.setInt(start + FrameFormat.CHECKSUM_AT, FrameFormat.checksum(crc, frame));
  }
}
