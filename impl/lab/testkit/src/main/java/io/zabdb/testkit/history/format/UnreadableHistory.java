package io.zabdb.testkit.history.format;

/** A history file breaks the rules of its format. */
public final class UnreadableHistory extends Exception {

  private static final long serialVersionUID = 1;

  private final int line;

  /**
   * @param line from 1; 0 if the file as a whole is at fault
   */
  UnreadableHistory(int line, String message) {
    super(message);
    this.line = line;
  }

  /** From 1; 0 if the file as a whole is at fault. */
  public int line() {
    return line;
  }
}
