package io.zabdb.peer.codec;

/** A frame makes no sense, or none where it came. */
public final class BadFrameException extends Exception {

  private static final long serialVersionUID = 1L;

  public BadFrameException(String message) {
    super(message);
  }
}
