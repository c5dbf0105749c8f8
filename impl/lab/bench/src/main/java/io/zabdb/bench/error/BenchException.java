package io.zabdb.bench.error;

/** A measurement cannot be made, for a reason that the user can understand. */
public final class BenchException extends Exception {

  private static final long serialVersionUID = 1;

  public BenchException(String message) {
    super(message);
  }

  public BenchException(String message, Throwable cause) {
    super(message, cause);
  }
}
