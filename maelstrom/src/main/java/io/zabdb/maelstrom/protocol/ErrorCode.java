package io.zabdb.maelstrom.protocol;

/** The errors that Maelstrom knows. After a definite one the operation never happens. */
public enum ErrorCode {
  TIMEOUT(0, false),
  NODE_NOT_FOUND(1, true),
  NOT_SUPPORTED(10, true),
  TEMPORARILY_UNAVAILABLE(11, true),
  MALFORMED_REQUEST(12, true),
  CRASH(13, false),
  ABORT(14, true),
  KEY_DOES_NOT_EXIST(20, true),
  KEY_ALREADY_EXISTS(21, true),
  PRECONDITION_FAILED(22, true),
  TXN_CONFLICT(30, true);

  private final int number;
  private final boolean definite;

  ErrorCode(int number, boolean definite) {
    this.number = number;
    this.definite = definite;
  }

  /** As it stands in messages. */
  public int number() {
    return number;
  }

  /** Whether the operation certainly has not happened and never will. */
  public boolean isDefinite() {
    return definite;
  }
}
