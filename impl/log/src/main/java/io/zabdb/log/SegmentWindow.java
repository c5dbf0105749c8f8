package io.zabdb.log;

import io.zabdb.log.file.LogFile;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The part of a segment's file that is in memory; it moves on with the reader. Takes {@value
 * #BYTES} bytes at most, or those of the greatest record that was read. Not thread-safe.
 */
final class SegmentWindow {

  static final int BYTES = 256 << 10;

  /** Of a small file it shows a part, too: tests see it move. */
  private static final int PARTS = 16;

  private final LogFile file;
  private ByteBuffer buffer;

  /** Where the buffer's first byte is in the file. */
  private long base;

  SegmentWindow(LogFile file) throws IOException {
    this.file = file;
    long part = Math.max(Records.HEADER_BYTES, file.size() / PARTS);
    buffer = ByteBuffer.allocate((int) Math.min(BYTES, part)).limit(0);
  }

  /**
   * Reads the record at an offset of the segment, of whatever kind.
   *
   * @return null if there is none that is whole
   */
  Records.Found record(long offset, int salt) throws IOException {
    if (!show(offset, Records.HEADER_BYTES)) {
      return null;
    }
    int length = Records.length(buffer, at(offset));
    if (length < Records.HEADER_BYTES || !show(offset, length)) {
      return null;
    }
    // The padding may be missing at the end of a file.
    show(offset, Records.paddedLength(length - Records.HEADER_BYTES));
    return Records.get(buffer, at(offset), salt, offset);
  }

  /**
   * Reads the mark at an offset of the segment.
   *
   * @return null if there is none
   */
  Records.Found mark(long offset, int salt) throws IOException {
    return show(offset, Records.HEADER_BYTES)
        ? Records.getMark(buffer, at(offset), salt, offset)
        : null;
  }

  private int at(long offset) {
    return (int) (offset - base);
  }

  /** Makes the buffer hold bytes from the offset on; fewer, and false, if the file has not all. */
  private boolean show(long offset, int bytes) throws IOException {
    if (offset >= base && offset + bytes <= base + buffer.limit()) {
      return true;
    }
    if (bytes > file.size() - offset) {
      return false;
    }
    if (bytes > buffer.capacity()) {
      buffer = ByteBuffer.allocate(bytes);
    }
    base = offset;
    buffer.clear();
    file.read(buffer, offset);
    buffer.flip();
    return bytes <= buffer.limit();
  }
}
