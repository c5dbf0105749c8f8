package io.zabdb.log;

import io.zabdb.core.message.Entry;
import io.zabdb.log.file.LogFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Writes a new segment, front to back, once. If the file is not a spare, it is filled with zeros
 * ahead of the records. Not thread-safe, but for {@link #sync}, which may run beside the others.
 */
final class SegmentWriter implements Closeable {

  /**
   * What is kept free behind the last entry. A mark needs its room in advance, or it might find the
   * disk full. Two may follow an entry: that of the sync that ran when the entry was written, and
   * that of its own.
   */
  static final int MARKS_BYTES = 2 * Records.paddedLength(0);

  private static final int PAGE_BYTES = 4096;

  /** Of records, written together; the payload of a greater one is written by itself. */
  static final int MAX_TOGETHER = 256 << 10;

  /** Of a small segment it is a part, too: tests see entries written in several parts. */
  private static final int PARTS = 16;

  private final LogFile file;
  private final LogSettings settings;
  private final int salt;
  private final int mostTogether;
  private ByteBuffer buffer = ByteBuffer.allocateDirect(2 * PAGE_BYTES);
  private int previous;

  /** Where the next record begins. */
  private int offset = SegmentHeader.BYTES;

  /** The end of the last page that was written to. */
  private int touched = SegmentHeader.BYTES;

  /** The size of the file. */
  private int filled;

  /** Takes a file whose header is written; closed with this. */
  SegmentWriter(LogFile file, SegmentHeader header, LogSettings settings) throws IOException {
    this.file = file;
    this.settings = settings;
    salt = header.salt();
    mostTogether = Math.min(MAX_TOGETHER, settings.segmentBytes() / PARTS);
    previous = salt;
    filled = Math.toIntExact(file.size());
  }

  /** Whether so much is written that the next segment should be prepared. */
  boolean isQuarterFull() {
    return offset - SegmentHeader.BYTES > (settings.segmentBytes() - SegmentHeader.BYTES) / 4;
  }

  /** How many of the entries there is room for, the first ones, and for the marks behind them. */
  int fitting(List<Entry> entries) {
    int count = 0;
    long end = (long) offset + MARKS_BYTES;
    for (Entry entry : entries) {
      end += Records.paddedLength(entry.payload().length);
      if (end > settings.segmentBytes()) {
        break;
      }
      count++;
    }
    return count;
  }

  /**
   * Writes entries that fit, as many together as the buffer takes.
   *
   * @param first the index of the first of them
   * @throws io.zabdb.log.file.DiskFullException if there is no room: as if none was written, the
   *     next ones are written in their place
   */
  void append(long first, List<Entry> entries) throws IOException {
    fill(offset + bytes(entries) + MARKS_BYTES);
    int offsetBefore = offset;
    int previousBefore = previous;
    int touchedBefore = touched;
    try {
      for (int done = 0; done < entries.size(); ) {
        int count = fittingTogether(entries, done);
        if (count == 0) {
          writeAlone(first + done, entries.get(done));
          done++;
        } else {
          writeTogether(first + done, entries.subList(done, done + count));
          done += count;
        }
      }
    } catch (IOException e) {
      offset = offsetBefore;
      previous = previousBefore;
      touched = touchedBefore;
      throw e;
    }
  }

  private static int bytes(List<Entry> entries) {
    return entries.stream().mapToInt(each -> Records.paddedLength(each.payload().length)).sum();
  }

  private int fittingTogether(List<Entry> entries, int from) {
    int bytes = 0;
    for (int i = from; i < entries.size(); i++) {
      bytes += Records.paddedLength(entries.get(i).payload().length);
      if (bytes > mostTogether) {
        return i - from;
      }
    }
    return entries.size() - from;
  }

  private void writeTogether(long first, List<Entry> entries) throws IOException {
    reserve(bytes(entries));
    buffer.clear();
    int at = 0;
    int crc = previous;
    long index = first;
    for (Entry entry : entries) {
      int length = Records.paddedLength(entry.payload().length);
      crc = Records.putEntry(buffer.slice(at, length), index, entry, crc, salt, offset + at);
      at += length;
      index++;
    }
    buffer.limit(at);
    advance(crc);
  }

  /** A large one: its payload is not copied. */
  private void writeAlone(long index, Entry entry) throws IOException {
    int crc = Records.putHeader(buffer, Records.ENTRY, index, entry, previous, salt, offset);
    file.write(buffer, offset);
    offset += Records.HEADER_BYTES;
    file.write(ByteBuffer.wrap(entry.payload()), offset);
    offset += entry.payload().length;
    buffer.clear();
    while ((offset + buffer.position()) % Records.ALIGNMENT != 0) {
      buffer.put((byte) 0);
    }
    buffer.flip();
    advance(crc);
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
   * Writes zeros up to {@code end} at least. Records then go where there is room already: a full
   * disk is noticed here, before any of a record is written.
   */
  private void fill(int end) throws IOException {
    if (end <= filled) {
      return;
    }
    int step = settings.preallocateBytes();
    long target = Math.min(settings.segmentBytes(), (end + step - 1L) / step * step);
    Zeros.write(file, filled, target);
    filled = (int) target;
  }

  /** Makes the buffer hold records, and what is added to fill their last page. */
  private void reserve(int recordBytes) {
    int bytes = recordBytes + PAGE_BYTES;
    if (buffer.capacity() < bytes) {
      buffer = ByteBuffer.allocateDirect(Integer.highestOneBit(bytes - 1) * 2);
    }
  }

  private void advance(int crc) throws IOException {
    int length = buffer.remaining();
    fillLastPage(offset + length);
    file.write(buffer, offset);
    offset += length;
    previous = crc;
  }

  /**
   * A page that is written for the first time is written whole: of a spare, the kernel would have
   * to read it otherwise.
   */
  private void fillLastPage(int end) {
    if (end > touched) {
      touched = Math.min(filled, (end + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES);
      int record = buffer.limit();
      buffer.limit(record + touched - end);
      while (record < buffer.limit()) {
        buffer.put(record, (byte) 0);
        record++;
      }
    }
  }
}
