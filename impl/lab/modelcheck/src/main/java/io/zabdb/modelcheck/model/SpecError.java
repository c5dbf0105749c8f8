package io.zabdb.modelcheck.model;

/**
 * A mistake in the spec tree or on the command line that keeps models from being run; its message
 * is for the user.
 */
public final class SpecError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public SpecError(String message) {
    super(message);
  }
}
