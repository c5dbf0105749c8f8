package io.zabdb.model.data;

/** An input is beyond its limit; the message names both. */
public final class LimitException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  private final boolean tooLarge;

  LimitException(boolean tooLarge, String message) {
    super(message);
    this.tooLarge = tooLarge;
  }

  /** Whether it is more than the limit; else it is too small or of the wrong kind. */
  public boolean isTooLarge() {
    return tooLarge;
  }
}
