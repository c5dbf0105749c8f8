package io.zabdb.log.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** An open file of a log. Offsets and sizes are in bytes. Thread-safe. */
public interface LogFile extends Closeable {

  long size() throws IOException;

  /**
   * Reads from {@code offset} until the buffer is full or the file ends.
   *
   * @return whether the buffer is full
   */
  boolean read(ByteBuffer into, long offset) throws IOException;

  /**
   * Writes all that remains in the buffer. A power loss before the next sync may lose any pages of
   * it and keep others.
   *
   * @throws DiskFullException if there is no room; a part may have been written
   */
  void write(ByteBuffer from, long offset) throws IOException;

  /** Cuts the file to {@code size}, durably. What is in front of that may need a sync still. */
  void truncate(long size) throws IOException;

  /**
   * Makes all that was written durable. Once it has failed, nobody knows what is on disk, and
   * another try proves nothing: the kernel may have dropped the pages.
   */
  void sync() throws IOException;
}
