package io.zabdb.cli.data.load;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes that are read. */
public final class CountingInput extends FilterInputStream {

  private long count;

  public CountingInput(InputStream in) {
    super(in);
  }

  /** So far. */
  public long count() {
    return count;
  }

  @Override
  public int read() throws IOException {
    int b = super.read();
    if (b >= 0) {
      count++;
    }
    return b;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = super.read(bytes, offset, length);
    count += Math.max(read, 0);
    return read;
  }
}
