package io.zabdb.core.state;

/** The guard of an action does not hold: nothing was changed. */
public final class RejectedException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  public RejectedException(String message) {
    super(message);
  }

  /** Throws if the guard does not hold. */
  public static void unless(boolean guard, String reason) {
    if (!guard) {
      throw new RejectedException(reason);
    }
  }
}
