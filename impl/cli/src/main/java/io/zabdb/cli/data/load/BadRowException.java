package io.zabdb.cli.data.load;

/** A row of a file cannot be loaded; the message names its line. */
public final class BadRowException extends Exception {

  private static final long serialVersionUID = 1;

  private final long line;

  BadRowException(long line, String reason) {
    super("line " + line + ": " + reason);
    this.line = line;
  }

  /** From 1. */
  public long line() {
    return line;
  }
}
