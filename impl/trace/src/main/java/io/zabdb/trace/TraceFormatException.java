package io.zabdb.trace;

/** A trace that cannot be read; the message says where and why, for the user. */
public final class TraceFormatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public TraceFormatException(String message) {
    super(message);
  }
}
