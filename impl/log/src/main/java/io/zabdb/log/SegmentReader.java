package io.zabdb.log;

import io.zabdb.core.message.Entry;
import io.zabdb.log.file.LogFile;
import io.zabdb.log.file.LogFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Reads a segment from its beginning, with a {@link SegmentWindow} of it in memory. */
final class SegmentReader implements Closeable {

  private final String name;
  private final LogFile file;
  private final SegmentWindow window;
  private final long size;
  private final SegmentHeader header;
  private final int salt;
  private long offset = SegmentHeader.BYTES;
  private int previous;
  private LogPosition position;

  private SegmentReader(String name, LogFile file, SegmentHeader header) throws IOException {
    this.name = name;
    this.file = file;
    window = new SegmentWindow(file);
    size = file.size();
    this.header = header;
    salt = header.salt();
    previous = salt;
    position = header.before();
  }

  /**
   * Reads the header of a segment that is part of the log.
   *
   * @throws CorruptLogException if the file is missing, or its header is damaged or another's
   */
  static SegmentHeader header(LogFiles files, LogIdentity identity, long sequence)
      throws IOException {
    String file = SegmentHeader.fileName(sequence);
    String name = files.location() + "/" + file;
    if (!files.names().contains(file)) {
      throw new CorruptLogException(name, 0, 0, "a file, but there is none");
    }
    try (LogFile open = files.open(file)) {
      ByteBuffer page = ByteBuffer.allocate(SegmentHeader.BYTES);
      open.read(page, 0);
      SegmentHeader header = SegmentHeader.decode(page.flip());
      if (header == null || header.sequence() != sequence || !header.identity().equals(identity)) {
        throw new CorruptLogException(
            name, 0, 0, "the header of segment " + sequence + " of " + identity);
      }
      return header;
    }
  }

  /**
   * Reads the header once more.
   *
   * @throws CorruptLogException if it is not what it was
   */
  void checkHeader() throws IOException {
    ByteBuffer page = ByteBuffer.allocate(SegmentHeader.BYTES);
    file.read(page, 0);
    if (!header.equals(SegmentHeader.decode(page.flip()))) {
      throw new CorruptLogException(name, 0, 0, "the header of the segment");
    }
  }

  /** Opens the segment with this header. */
  static SegmentReader open(LogFiles files, SegmentHeader header) throws IOException {
    String file = SegmentHeader.fileName(header.sequence());
    LogFile open = files.open(file);
    try {
      return new SegmentReader(files.location() + "/" + file, open, header);
    } catch (IOException e) {
      open.close();
      throw e;
    }
  }

  SegmentHeader header() {
    return header;
  }

  /** Behind the last entry that was read. */
  LogPosition position() {
    return position;
  }

  /** Where the next record begins, in bytes. */
  long offset() {
    return offset;
  }

  /** How many bytes the file had when it was opened. */
  long size() {
    return size;
  }

  /** Reads the next entry; null if what follows is no record that goes on from the one before. */
  Entry next() throws IOException {
    while (true) {
      Records.Found found = window.record(offset, salt);
      if (found == null || found.previous() != previous) {
        return null;
      }
      if (found.kind() == Records.ENTRY && found.index() != position.length() + 1) {
        return null;
      }
      offset += found.paddedLength();
      previous = found.crc();
      if (found.kind() == Records.ENTRY) {
        position = new LogPosition(found.index(), found.entry().zxid());
        return found.entry();
      }
    }
  }

  /** How many entries the marks behind the last record say were on disk; 0 if there are none. */
  long marksAhead() throws IOException {
    long most = 0;
    for (long at = offset; at + Records.HEADER_BYTES <= size; at += Records.ALIGNMENT) {
      Records.Found mark = window.mark(at, salt);
      if (mark != null) {
        most = Math.max(most, mark.index());
      }
    }
    return most;
  }

  /**
   * Reads on to an entry that must be there.
   *
   * @return its position
   */
  LogPosition skipTo(long index) throws IOException {
    while (position.length() < index) {
      if (next() == null) {
        throw damaged("its record: " + index + " entries were synced");
      }
    }
    return position;
  }

  /** The record behind the last one that was read is damaged. */
  CorruptLogException damaged(String expected) {
    return new CorruptLogException(name, offset, position.length() + 1, expected);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
