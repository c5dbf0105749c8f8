package io.zabdb.cli.data.load;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads lines of UTF-8, strictly. Not thread-safe. */
final class LineReader implements Closeable {

  /** In bytes: the largest command in Base64, and some. */
  private static final int LONGEST = 64 << 20;

  private final InputStream in;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream(1 << 10);
  private long number;

  /**
   * @param in buffered
   */
  LineReader(InputStream in) {
    this.in = in;
  }

  /** Of the line read last, from 1. */
  long number() {
    return number;
  }

  /** The next line without its end; null at the end. */
  String next() throws IOException, BadRowException {
    number++;
    line.reset();
    int b = in.read();
    if (b < 0) {
      return null;
    }
    for (; b >= 0 && b != '\n'; b = in.read()) {
      if (line.size() == LONGEST) {
        throw new BadRowException(number, "it has more than " + LONGEST + " bytes");
      }
      line.write(b);
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(line.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      throw new BadRowException(number, "it is not UTF-8");
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
