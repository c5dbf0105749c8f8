package io.zabdb.coordination.error;

/** An error with a name. Its message says which input, znode or address it is about. */
public final class CoordinationException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final ManagerError code;

  public CoordinationException(ManagerError code, String message) {
    super(message);
    this.code = code;
  }

  public CoordinationException(ManagerError code, String message, Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  public ManagerError code() {
    return code;
  }
}
