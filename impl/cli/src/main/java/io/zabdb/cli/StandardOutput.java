package io.zabdb.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The standard output of the process, which remembers whether its reader has gone, as {@code head}
 * does once it has seen enough: that is no error. Thread-safe.
 */
public final class StandardOutput extends OutputStream {

  private static volatile boolean readerGone;

  private final OutputStream out;

  StandardOutput(OutputStream out) {
    this.out = out;
  }

  /** From now on it is what {@link System#out} writes to. */
  public static void install() {
    OutputStream own = new StandardOutput(new FileOutputStream(FileDescriptor.out));
    System.setOut(
        new PrintStream(new BufferedOutputStream(own, 8_192), true, StandardCharsets.UTF_8));
  }

  /** Whether something could not be written for want of a reader. */
  static boolean isReaderGone() {
    return readerGone;
  }

  @Override
  public void write(int each) throws IOException {
    write(new byte[] {(byte) each}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    try {
      out.write(bytes, from, length);
    } catch (IOException e) {
      // There is no other way to tell: EPIPE has no exception of its own.
      readerGone |= "Broken pipe".equals(e.getMessage());
      throw e;
    }
  }
}
