package io.zabdb.testkit.sim.engine;

/** Something happened in a run that must never happen. */
public final class Violation extends RuntimeException {

  private static final long serialVersionUID = 1;

  /**
   * @param property what is violated, in a word
   */
  public Violation(String property, String detail) {
    super(property + ": " + detail);
  }

  /** The same, because of something that was thrown. */
  public Violation(String property, String detail, Throwable cause) {
    super(property + ": " + detail, cause);
  }
}
