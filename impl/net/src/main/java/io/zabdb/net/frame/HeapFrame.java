package io.zabdb.net.frame;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.zip.CRC32C;

/**
 * A frame that is too large for one buffer: in pieces in the heap, which go into buffers one by one
 * as the socket takes them. Not thread-safe.
 */
final class HeapFrame {

  private final ArrayDeque<byte[]> pieces = new ArrayDeque<>();

  /**
   * A frame.
   *
   * @param pieceBytes of each piece but the last
   */
  HeapFrame(FrameKind kind, MessageLite message, int pieceBytes) {
    int length = message.getSerializedSize();
    ByteBuffer header = ByteBuffer.allocate(FrameFormat.HEADER_BYTES);
    header.putShort(FrameFormat.MAGIC).put(FrameFormat.VERSION).put(kind.number).putInt(length);
    CRC32C crc = new CRC32C();
    crc.update(header.array(), 0, FrameFormat.CHECKSUM_AT);
    Pieces out = new Pieces(pieceBytes, FrameFormat.HEADER_BYTES + length, crc);
    try {
      CodedOutputStream coded = CodedOutputStream.newInstance(out);
      message.writeTo(coded);
      coded.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    out.end();
    header.putInt((int) crc.getValue());
    System.arraycopy(header.array(), 0, pieces.peekFirst(), 0, FrameFormat.HEADER_BYTES);
  }

  /** Of the next piece; 0: there is none. */
  int nextBytes() {
    return pieces.isEmpty() ? 0 : pieces.peekFirst().length;
  }

  /** The next piece. */
  ByteBuf next(ByteBufAllocator allocator) {
    byte[] piece = pieces.removeFirst();
    return allocator.ioBuffer(piece.length, piece.length).writeBytes(piece);
  }

  /** Fills pieces; the first begins behind the room for the header. */
  private final class Pieces extends OutputStream {

    private final int most;
    private final CRC32C crc;
    private int left;
    private byte[] piece;
    private int at;

    Pieces(int most, int all, CRC32C crc) {
      this.most = most;
      this.crc = crc;
      left = all;
      begin();
      at = FrameFormat.HEADER_BYTES;
    }

    private void begin() {
      piece = new byte[Math.min(most, left)];
      left -= piece.length;
      at = 0;
      pieces.add(piece);
    }

    @Override
    public void write(int value) {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
      crc.update(bytes, from, count);
      int done = 0;
      while (done < count) {
        if (at == piece.length) {
          begin();
        }
        int more = Math.min(count - done, piece.length - at);
        System.arraycopy(bytes, from + done, piece, at, more);
        at += more;
        done += more;
      }
    }

    void end() {
      if (left > 0 || at < piece.length) {
        throw new IllegalStateException("a message changed while it was written");
      }
    }
  }
}
