package io.zabdb.log;

import io.zabdb.core.message.Entry;
import io.zabdb.log.file.LogFile;
import io.zabdb.log.file.LogFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Writes a new segment, front to back, once. The file is filled with zeros ahead of the records.
 * Not thread-safe, but for {@link #sync}, which may run beside the others.
 */
final class SegmentWriter implements Closeable {

  /** What is kept free behind the last entry. */
  static final int MARKS_BYTES = 2 * Records.paddedLength(0);

  private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(64 * 1024).asReadOnlyBuffer();

  private final LogFile file;
  private final SegmentHeader header;
  private final LogSettings settings;
  private final int salt;
  private ByteBuffer buffer = ByteBuffer.allocateDirect(SegmentHeader.BYTES);
  private int previous;

  /** Where the next record begins, and how far the file has been filled. */
  private int offset = SegmentHeader.BYTES;

  private int filled = SegmentHeader.BYTES;

  private SegmentWriter(LogFile file, SegmentHeader header, LogSettings settings) {
    this.file = file;
    this.header = header;
    this.settings = settings;
    salt = header.salt();
    previous = salt;
  }

  /** Makes the file of a segment, with its header and its name on disk. */
  static SegmentWriter create(LogFiles files, SegmentHeader header, LogSettings settings)
      throws IOException {
    LogFile file = files.create(SegmentHeader.fileName(header.sequence()));
    try {
      file.write(header.encode(), 0);
      file.sync();
      files.syncDirectory();
    } catch (IOException e) {
      file.close();
      throw e;
    }
    return new SegmentWriter(file, header, settings);
  }

  SegmentHeader header() {
    return header;
  }

  /** Whether there is room for the entry, and for the marks behind it. */
  boolean fits(Entry entry) {
    return offset + lengthWithMarks(entry) <= settings.segmentBytes();
  }

  /**
   * Writes an entry that fits.
   *
   * @throws io.zabdb.log.file.DiskFullException if there is no room; the entry is not written
   */
  void append(long index, Entry entry) throws IOException {
    fill(offset + lengthWithMarks(entry));
    reserve(Records.paddedLength(entry.payload().length));
    advance(Records.putEntry(buffer, index, entry, previous, salt, offset));
  }

  /** Writes a mark; there is room for two behind the entry written last. */
  void mark(LogPosition synced) throws IOException {
    advance(Records.putMark(buffer, synced, previous, salt, offset));
  }

  void sync() throws IOException {
    file.sync();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /**
   * A mark needs its room in advance, or it might find the disk full. Two may follow an entry: that
   * of the sync that ran when the entry was written, and that of its own.
   */
  private static int lengthWithMarks(Entry entry) {
    return Records.paddedLength(entry.payload().length) + MARKS_BYTES;
  }

  /**
   * Writes zeros up to {@code end} at least. Records then go where there is room already: a full
   * disk is noticed here, before any of a record is written.
   */
  private void fill(int end) throws IOException {
    if (end <= filled) {
      return;
    }
    int step = settings.preallocateBytes();
    long target = Math.min(settings.segmentBytes(), (end + step - 1L) / step * step);
    for (long at = filled; at < target; at += ZEROS.capacity()) {
      int count = (int) Math.min(ZEROS.capacity(), target - at);
      file.write(ZEROS.duplicate().limit(count), at);
    }
    filled = (int) target;
  }

  private void reserve(int bytes) {
    if (buffer.capacity() < bytes) {
      buffer = ByteBuffer.allocateDirect(Integer.highestOneBit(bytes - 1) * 2);
    }
  }

  private void advance(int crc) throws IOException {
    int length = buffer.remaining();
    file.write(buffer, offset);
    offset += length;
    previous = crc;
  }
}
