package io.zabdb.cli.error;

/** A command fails in a way that the user can understand: one message, one exit code. */
public final class CliException extends Exception {

  private static final long serialVersionUID = 1;

  /** Something differs from what was wanted. */
  public static final int DIFFERS = 1;

  /** Wrong usage, or something is missing. */
  public static final int USAGE = 2;

  private final int exitCode;

  public CliException(int exitCode, String message) {
    this(exitCode, message, null);
  }

  public CliException(int exitCode, String message, Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  public static CliException usage(String message) {
    return new CliException(USAGE, message);
  }

  public static CliException differs(String message) {
    return new CliException(DIFFERS, message);
  }

  public int exitCode() {
    return exitCode;
  }
}
