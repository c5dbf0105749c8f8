package io.zabdb.net.frame;

import io.zabdb.net.frame.wire.Reason;
import java.io.IOException;

/** One side of a connection does not accept what the other says, and closes it. */
public final class RefusedException extends IOException {

  private static final long serialVersionUID = 1L;

  private final Reason reason;
  private final boolean byOtherSide;

  private RefusedException(Reason reason, String message, boolean byOtherSide) {
    super(message);
    this.reason = reason;
    this.byOtherSide = byOtherSide;
  }

  /**
   * This side refuses.
   *
   * @param message one sentence that names what was found and what is allowed
   */
  public RefusedException(Reason reason, String message) {
    this(reason, message, false);
  }

  /** The other side has refused this one. */
  public static RefusedException byOtherSide(Reason reason, String message) {
    return new RefusedException(reason, "refused by the other side: " + message, true);
  }

  public Reason reason() {
    return reason;
  }

  public boolean isByOtherSide() {
    return byOtherSide;
  }
}
