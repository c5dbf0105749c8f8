package io.zabdb.coordination.error;

import io.zabdb.model.error.ZabException;

/**
 * An error of the configuration manager. Its message is the problem alone, and says which input,
 * znode or address it is about.
 */
public final class CoordinationException extends ZabException {

  private static final long serialVersionUID = 1;

  private final ManagerError error;

  public CoordinationException(ManagerError error, String problem) {
    this(error, problem, null);
  }

  public CoordinationException(ManagerError error, String problem, Throwable cause) {
    super(error.code(), problem, error.mayHaveHappened(), problem, cause);
    this.error = error;
  }

  /** What exactly it is; {@link #code} is what users see of it. */
  public ManagerError error() {
    return error;
  }
}
