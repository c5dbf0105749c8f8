package io.zabdb.log;

import io.zabdb.log.file.LogFile;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Fills files, so that what is written there later does not make them grow. */
final class Zeros {

  private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(64 * 1024).asReadOnlyBuffer();

  private Zeros() {}

  /** Writes zeros from one offset to another, in bytes. */
  static void write(LogFile file, long from, long to) throws IOException {
    for (long at = from; at < to; at += ZEROS.capacity()) {
      int count = (int) Math.min(ZEROS.capacity(), to - at);
      file.write(ZEROS.duplicate().limit(count), at);
    }
  }
}
