package io.zabdb.log;

import io.zabdb.log.file.LogFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BiConsumer;

/**
 * A reading of the segments that a log had written to their end at one moment, record by record,
 * which checks headers and checksums. The log goes on meanwhile, and may be closed; what it has
 * purged or cut since is left out. For one thread at a time.
 */
public final class LogScan implements Closeable {

  /**
   * A segment that another follows.
   *
   * @param last the last entry in it
   */
  record Sealed(SegmentHeader segment, long last) {}

  private final LogFiles files;
  private final LogContents contents;
  private final Deque<Sealed> left;
  private final BiConsumer<String, IOException> unopened;
  private Sealed present;

  /** Of {@link #present}; null: no file is open. */
  private SegmentReader reader;

  LogScan(LogFiles files, LogContents contents, BiConsumer<String, IOException> unopened) {
    this.files = files;
    this.contents = contents;
    this.unopened = unopened;
    left = new ArrayDeque<>(contents.sealed());
  }

  /**
   * Reads on.
   *
   * @param most about how many bytes, at least 1; a record is read whole
   * @return how many were read; fewer than {@code most}: that was all
   * @throws CorruptLogException if something is damaged, or not there
   */
  public long read(long most) throws IOException {
    long bytes = 0;
    while (bytes < most && (reader != null || openNext())) {
      bytes += readOn();
    }
    return bytes;
  }

  /** Returns false if there is none. */
  private boolean openNext() throws IOException {
    while (reader == null && !left.isEmpty()) {
      present = left.remove();
      try {
        reader = SegmentReader.open(files, present.segment());
      } catch (NoSuchFileException e) {
        if (contents.isInUse(present.segment())) {
          throw new CorruptLogException(name(), 0, 0, "a file, but there is none");
        }
        continue;
      } catch (IOException e) {
        unopened.accept(name(), e);
        continue;
      }
      unlessDropped(
          () -> {
            reader.checkHeader();
            return 0;
          });
    }
    return reader != null;
  }

  private String name() {
    return files.location() + "/" + SegmentHeader.fileName(present.segment().sequence());
  }

  private long readOn() throws IOException {
    long before = reader.offset();
    if (reader.position().length() >= present.last()) {
      close();
      return 0;
    }
    return unlessDropped(
        () -> {
          reader.skipTo(reader.position().length() + 1);
          return reader.offset() - before;
        });
  }

  private interface Reading {
    /** How many bytes it read. */
    long run() throws IOException;
  }

  /** The file of a segment that is no part of the log any more is written again, or deleted. */
  private long unlessDropped(Reading reading) throws IOException {
    try {
      return reading.run();
    } catch (IOException e) {
      close();
      if (contents.isInUse(present.segment())) {
        throw e;
      }
      return 0;
    }
  }

  @Override
  public void close() throws IOException {
    if (reader != null) {
      SegmentReader open = reader;
      reader = null;
      open.close();
    }
  }
}
