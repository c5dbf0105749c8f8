package io.zabdb.cli.data.load;

import java.io.IOException;
import java.io.Reader;

/**
 * Lines as a stream of characters. It ends before a line that cannot be read, so that this does not
 * hide the lines before it from a parser that looks ahead.
 */
final class LineFeed extends Reader {

  private final LineReader lines;
  private String line = "";
  private int at;
  private BadRowException failure;

  LineFeed(LineReader lines) {
    this.lines = lines;
  }

  /** Throws what made it end, if that was not the end of the lines. */
  void check() throws BadRowException {
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public int read(char[] buffer, int offset, int length) throws IOException {
    if (at == line.length() && (failure != null || !nextLine())) {
      return -1;
    }
    int count = Math.min(length, line.length() - at);
    line.getChars(at, at + count, buffer, offset);
    at += count;
    return count;
  }

  private boolean nextLine() throws IOException {
    try {
      String next = lines.next();
      line = next == null ? "" : next + "\n";
      at = 0;
      return next != null;
    } catch (BadRowException e) {
      failure = e;
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
